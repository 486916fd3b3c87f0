package org.truesabacc.tsb1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The command: {@code java -cp gemp-client.jar org.truesabacc.tsb1.Verify FILE...}. */
public final class Verify {
    private Verify() {}

    /**
     * Verifies each file and prints one line for it. Exit code 0 where all verify, 1 where one does not, 2 where one
     * cannot be read.
     *
     * @param files their paths
     */
    public static void main(String[] files) {
        if (files.length == 0) {
            System.err.println("usage: java -cp gemp-client.jar org.truesabacc.tsb1.Verify FILE...");
            System.exit(2);
        }
        int code = 0;
        for (String file : files) {
            code = Math.max(code, verify(file));
        }
        System.exit(code);
    }

    private static int verify(String file) {
        byte[] transcript;
        try {
            transcript = Files.readAllBytes(Path.of(file));
        } catch (IOException | IllegalArgumentException fault) {
            System.err.println(file + ": cannot be read: " + fault);
            return 2;
        }
        Verdict verdict = Verdict.of(transcript);
        if (!verdict.valid()) {
            System.out.println(file + ": INVALID at line " + verdict.badLine() + ": " + verdict.reason());
            return 1;
        }
        System.out.println(
                file + ": VALID, result " + verdict.answer().orElseThrow().resultId()
                        + (verdict.headBound() ? "" : " (nothing was drawn: tie, rules and seed are not bound)")
                        + "; card values not checked");
        return 0;
    }
}
