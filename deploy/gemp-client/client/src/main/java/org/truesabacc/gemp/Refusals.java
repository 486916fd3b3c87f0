package org.truesabacc.gemp;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.util.ArrayList;
import java.util.List;

/** Turns the status of a call that failed into a reason and a line of text. */
final class Refusals {
    private Refusals() {}

    static KeepReason reason(Status status) {
        if (status.getCause() instanceof InvalidProtocolBufferException) {
            return KeepReason.BAD_ANSWER;
        }
        return switch (status.getCode()) {
            case INVALID_ARGUMENT, NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION, OUT_OF_RANGE -> KeepReason.REFUSED;
            case UNAUTHENTICATED, PERMISSION_DENIED -> KeepReason.NOT_ALLOWED;
            case UNAVAILABLE -> KeepReason.UNAVAILABLE;
            case RESOURCE_EXHAUSTED -> KeepReason.OVERLOADED;
            case DEADLINE_EXCEEDED -> KeepReason.TIME_OVER;
            default -> KeepReason.FAILED;
        };
    }

    /** Code, the service's own reason, what is said, and the fields that are wrong. */
    static String text(Status status, Metadata trailers, byte[] seed) {
        StringBuilder text = new StringBuilder(status.getCode().name());
        List<String> fields = new ArrayList<>();
        for (Any detail : details(status, trailers)) {
            try {
                if (detail.is(ErrorInfo.class)) {
                    text.append(' ').append(detail.unpack(ErrorInfo.class).getReason());
                } else if (detail.is(BadRequest.class)) {
                    detail.unpack(BadRequest.class)
                            .getFieldViolationsList()
                            .forEach(fault -> fields.add(fault.getField()));
                }
            } catch (InvalidProtocolBufferException garbled) {
                text.append(" (a detail that cannot be read)");
            }
        }
        if (!fields.isEmpty()) {
            text.append(" in ").append(String.join(", ", fields));
        }
        if (status.getDescription() != null) {
            text.append(": ").append(status.getDescription());
        }
        return SafeText.of(text.toString(), seed);
    }

    private static List<Any> details(Status status, Metadata trailers) {
        try {
            com.google.rpc.Status whole = StatusProto.fromStatusAndTrailers(status, trailers);
            return whole == null ? List.of() : whole.getDetailsList();
        } catch (RuntimeException garbled) {
            return List.of();
        }
    }
}
