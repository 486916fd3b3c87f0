package org.truesabacc.gemp;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Turns the status of a call that failed into a reason, a line of text, and whether to call again. */
final class Refusals {
    private static final long LONGEST_DELAY_S = 86_400;
    private static final String DOMAIN = "sabacc.gemp";
    private static final Set<String> STORED_REFUSALS = Set.of("INSUFFICIENT_FUNDS", "NO_ROOM");

    private Refusals() {}

    static KeepReason reason(Status status) {
        if (status.getCause() instanceof InvalidProtocolBufferException || isTooLargeAnAnswer(status)) {
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

    /**
     * The least pause before the same call may be made again; none where it is of no use. A limit of the service passes
     * only where it says when: what is too large once is too large always.
     */
    static Optional<Duration> pauseBeforeRepeat(Status status, Metadata trailers) {
        Optional<Duration> asked = Optional.empty();
        for (Any detail : details(status, trailers)) {
            try {
                if (detail.is(RetryInfo.class)) {
                    asked = Optional.of(delay(detail.unpack(RetryInfo.class)));
                }
            } catch (InvalidProtocolBufferException garbled) {
                // as if it were not there
            }
        }
        return switch (status.getCode()) {
            case UNAVAILABLE, DEADLINE_EXCEEDED -> Optional.of(asked.orElse(Duration.ZERO));
            case RESOURCE_EXHAUSTED -> asked.filter(delay -> !delay.isZero());
            default -> Optional.empty();
        };
    }

    /**
     * Whether the same call is refused whenever it is made again: because of a field of it that cannot be, or because
     * the service has stored that it refuses it. Only then can what the call asks never come to pass.
     */
    static boolean isForEver(Status status, Metadata trailers) {
        String reason = errorReason(status, trailers);
        return status.getCode() == Status.Code.INVALID_ARGUMENT && reason.equals("FIELD_INVALID")
                || status.getCode() == Status.Code.FAILED_PRECONDITION && STORED_REFUSALS.contains(reason);
    }

    /** The service's own reason; empty where the service itself said nothing. */
    static String errorReason(Status status, Metadata trailers) {
        for (Any detail : details(status, trailers)) {
            try {
                if (detail.is(ErrorInfo.class) && detail.unpack(ErrorInfo.class).getDomain().equals(DOMAIN)) {
                    return detail.unpack(ErrorInfo.class).getReason();
                }
            } catch (InvalidProtocolBufferException garbled) {
                // as if it were not there
            }
        }
        return "";
    }

    /** Whether the connection was ended for too many pings (GOAWAY), which says nothing about the call. */
    static boolean isConnectionEndedForPings(Status status) {
        return status.getCode() == Status.Code.RESOURCE_EXHAUSTED
                && status.getDescription() != null
                && status.getDescription().contains("ENHANCE_YOUR_CALM");
    }

    /** What is known of the cause first: a fault of the connection, else code, reason, fields and what is said. */
    static String text(Status status, Metadata trailers) {
        Optional<String> connection = Causes.ofConnection(status);
        if (connection.isPresent() && details(status, trailers).isEmpty()) {
            return connection.get();
        }
        if (Causes.isOwnDeadline(status)) {
            return "no answer in the time of a call";
        }
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
        return text.toString();
    }

    /** gRPC's own limit of 4 MiB on this side, which it says like a limit of the service. */
    private static boolean isTooLargeAnAnswer(Status status) {
        return status.getCode() == Status.Code.RESOURCE_EXHAUSTED
                && status.getDescription() != null
                && status.getDescription().startsWith("gRPC message exceeds maximum size");
    }

    private static Duration delay(RetryInfo info) {
        long seconds =
                Math.max(0, Math.min(LONGEST_DELAY_S, info.getRetryDelay().getSeconds()));
        return Duration.ofSeconds(seconds, Math.max(0, info.getRetryDelay().getNanos()));
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
