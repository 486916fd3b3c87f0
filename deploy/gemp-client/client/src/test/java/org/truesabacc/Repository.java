package org.truesabacc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Files of the repository that Java and Python share. */
public final class Repository {
    private static final Path ROOT = Path.of(System.getProperty("sabacc.repository", "../../.."));

    private Repository() {}

    /** The whole transcripts that are facts of the protocol, and those that the service's own tests hold fast. */
    public static List<Path> transcripts() throws IOException {
        try (Stream<Path> vectors = Files.list(ROOT.resolve("tests/vectors"));
                Stream<Path> golden = Files.list(ROOT.resolve("tests/golden"))) {
            return Stream.concat(vectors, golden)
                    .filter(file -> file.toString().endsWith(".txt"))
                    .sorted()
                    .toList();
        }
    }

    /** An example deck, as GEMP writes it. */
    public static String deck(String name) {
        try {
            return Files.readString(ROOT.resolve("deckmapping/data/decks/" + name + ".txt"))
                    .strip();
        } catch (IOException missing) {
            throw new AssertionError(missing);
        }
    }
}
