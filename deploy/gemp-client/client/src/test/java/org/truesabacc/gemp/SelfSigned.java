package org.truesabacc.gemp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/** A certificate for the name {@code localhost} alone, and its key, made for one test. */
record SelfSigned(Path certificate, Path key) {
    private static final String PASSWORD = "changeit";

    static SelfSigned in(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        Path store = folder.resolve("localhost.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "own",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-keystore",
                        store.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes());
        if (keytool.waitFor() != 0) {
            throw new AssertionError(said);
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream open = Files.newInputStream(store)) {
            keys.load(open, PASSWORD.toCharArray());
        }
        byte[] key = keys.getKey("own", PASSWORD.toCharArray()).getEncoded();
        return new SelfSigned(
                pem(folder, "CERTIFICATE", keys.getCertificate("own").getEncoded()), pem(folder, "PRIVATE KEY", key));
    }

    private static Path pem(Path folder, String kind, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder().encodeToString(content);
        return Files.writeString(
                folder.resolve(kind + ".pem"),
                "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }
}
