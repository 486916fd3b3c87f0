package org.truesabacc.gemp;

import io.grpc.CallCredentials;
import io.grpc.Metadata;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;

/** Puts the token of a file into every call; the file is read each time, so a new token needs no restart. */
final class BearerToken extends CallCredentials {
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
    private static final Pattern TOKEN = Pattern.compile("[!-~]{1,512}");

    private final Path file;

    BearerToken(Path file) {
        this.file = file;
    }

    @Override
    public void applyRequestMetadata(RequestInfo info, Executor executor, MetadataApplier applier) {
        executor.execute(() -> {
            String token = read();
            if (token == null) {
                applier.fail(
                        Status.UNAUTHENTICATED.withDescription("the token file cannot be read, or holds no token"));
            } else {
                Metadata headers = new Metadata();
                headers.put(AUTHORIZATION, "Bearer " + token);
                applier.apply(headers);
            }
        });
    }

    private String read() {
        try {
            String token = Files.readString(file).strip();
            return TOKEN.matcher(token).matches() ? token : null;
        } catch (IOException | RuntimeException unreadable) {
            return null;
        }
    }
}
