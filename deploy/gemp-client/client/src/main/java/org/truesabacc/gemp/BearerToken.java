package org.truesabacc.gemp;

import io.grpc.CallCredentials;
import io.grpc.Metadata;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;

/** Puts the token of a file into every call; the file is read each time, so a new token needs no restart. */
final class BearerToken extends CallCredentials {
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
    private static final Pattern TOKEN = Pattern.compile("[!-~]{1,512}");
    private static final int MOST_BYTES = 1024;

    private final Path file;
    private volatile String last = "";

    BearerToken(Path file) {
        this.file = file;
    }

    /** The token of the last call, so that no text repeats it; empty before the first. */
    String last() {
        return last;
    }

    @Override
    public void applyRequestMetadata(RequestInfo info, Executor executor, MetadataApplier applier) {
        try {
            executor.execute(() -> apply(applier));
        } catch (Throwable refused) {
            fail(applier, "cannot be read: " + refused);
        }
    }

    private void apply(MetadataApplier applier) {
        Metadata headers = new Metadata();
        try {
            last = read();
            headers.put(AUTHORIZATION, "Bearer " + last);
        } catch (Unusable fault) {
            fail(applier, fault.getMessage());
            return;
        } catch (Throwable fault) { // also an Error: a call without headers would wait for its deadline
            fail(applier, "cannot be read: " + fault.getClass().getSimpleName());
            return;
        }
        applier.apply(headers);
    }

    private void fail(MetadataApplier applier, String why) {
        applier.fail(Status.UNAUTHENTICATED.withDescription("sabacc.token.file " + file + " " + why));
    }

    /** Only a regular file has an end for certain: a pipe would hold its reader for ever. */
    private String read() throws Unusable, IOException {
        if (!Files.exists(file)) {
            throw new Unusable("does not exist");
        }
        if (!Files.isRegularFile(file)) {
            throw new Unusable("is no regular file");
        }
        byte[] bytes;
        try (InputStream open = Files.newInputStream(file)) {
            bytes = open.readNBytes(MOST_BYTES + 1);
        }
        if (bytes.length > MOST_BYTES) {
            throw new Unusable("is larger than " + MOST_BYTES + " bytes");
        }
        String token = new String(bytes, StandardCharsets.ISO_8859_1).strip();
        if (!TOKEN.matcher(token).matches()) {
            throw new Unusable("holds no token: expected 1 to 512 printable ASCII characters without blanks");
        }
        return token;
    }
}
