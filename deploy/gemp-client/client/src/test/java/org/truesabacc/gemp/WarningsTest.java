package org.truesabacc.gemp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.truesabacc.gemp.Asking.broken;
import static org.truesabacc.gemp.Asking.kept;
import static org.truesabacc.gemp.Asking.tie;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.truesabacc.gemp.Outcome.KeepShared;

/** Every tie that keeps its shared standing is in the log, and neither the log nor a caller's own code holds up others. */
class WarningsTest {
    private static final Logger LOGGER = Logger.getLogger("org.truesabacc.gemp");

    @Test
    void tiesThatAreNotTakenAreInTheLogBeforeTheyEnd() throws Exception {
        try (Lines lines = new Lines(line -> {});
                StandIn silent = StandIn.that((request, answer) -> {});
                SabaccClient client = SabaccClient.open(silent.settings());
                SabaccClient useless = SabaccClient.open(ClientSettings.plaintext("", 1))) {
            isLogged(lines, useless, tie("log-settings").build(), KeepReason.BAD_SETTINGS);
            isLogged(
                    lines,
                    client,
                    tie("log-request").seed(null).player(null, "").build(),
                    KeepReason.BAD_REQUEST);
            for (int at = 0; at < SabaccClient.MOST_TIES; at++) {
                client.breakTie(tie("log-many").build());
            }
            isLogged(lines, client, tie("log-overloaded").build(), KeepReason.OVERLOADED);
        }
        try (Lines lines = new Lines(line -> {});
                SabaccClient closed = SabaccClient.open(ClientSettings.plaintext("127.0.0.1", 1))) {
            closed.close();
            isLogged(lines, closed, tie("log-closed").build(), KeepReason.CLOSED);
        }
    }

    @Test
    void tenThousandTiesThatAreNotTakenAreCountedAndFillNoLog() throws Exception {
        int all = 10_000;
        try (Lines lines = new Lines(line -> {});
                SabaccClient closed = SabaccClient.open(ClientSettings.plaintext("127.0.0.1", 1))) {
            closed.close();
            TieRequest request = tie("flood").build();
            for (int at = 0; at < all; at++) {
                closed.breakTie(request);
            }
            int counted = 0;
            for (int waited = 0; counted < all && waited < 1200; waited++) {
                Thread.sleep(100);
                counted = lines.counted("flood");
            }
            assertEquals(all, counted);
            assertTrue(lines.with("CLOSED").size() < 100, lines.with("CLOSED").size() + " lines");
        }
    }

    @Test
    void whatACallerChainsHoldsUpNoOtherTie() throws Exception {
        CountDownLatch hanging = new CountDownLatch(1);
        try (StandIn honest = StandIn.that((request, answer) -> StandIn.send(answer, StandIn.honest(request)));
                SabaccClient client = SabaccClient.open(honest.settings());
                SabaccClient dead = SabaccClient.open(Asking.quick(BlackHole.deadPort()))) {
            List<CompletableFuture<Void>> chained = new ArrayList<>();
            for (int at = 0; at < 4; at++) {
                chained.add(client.breakTie(tie("chain-" + at).build()).thenAccept(outcome -> await(hanging)));
                chained.add(dead.breakTie(tie("chain-" + at).build()).thenAccept(outcome -> await(hanging)));
            }
            broken(client.breakTie(tie("chain-after").build()));
            assertEquals(
                    KeepReason.TIME_OVER,
                    kept(dead.breakTie(tie("chain-after").build())).reason());
            assertTrue(chained.stream().noneMatch(CompletableFuture::isDone), "they do hang");
        } finally {
            hanging.countDown();
        }
    }

    @Test
    void aLogThatHangsHoldsUpNoTie() throws Exception {
        CountDownLatch hanging = new CountDownLatch(1);
        Consumer<String> hang = line -> {
            if (line.contains("hanging-log")) {
                await(hanging);
            }
        };
        try (Lines lines = new Lines(hang);
                StandIn honest = StandIn.that((request, answer) -> StandIn.send(answer, StandIn.honest(request)));
                SabaccClient client = SabaccClient.open(honest.settings());
                SabaccClient dead = SabaccClient.open(Asking.quick(BlackHole.deadPort()))) {
            List<CompletableFuture<Outcome>> ties = new ArrayList<>();
            for (int at = 0; at < 4; at++) {
                ties.add(dead.breakTie(tie("hanging-log").build()));
                ties.add(client.breakTie(tie("hanging-log").player(null, "").build()));
            }
            ties.forEach(Asking::kept);
            broken(client.breakTie(tie("hanging-log").build()));
            assertFalse(lines.with("hanging-log").isEmpty());
        } finally {
            hanging.countDown();
        }
    }

    private static void isLogged(Lines lines, SabaccClient client, TieRequest request, KeepReason reason) {
        CompletableFuture<Outcome> ended = client.breakTie(request);
        CompletableFuture<Integer> written =
                ended.thenApply(outcome -> lines.with(request.event()).size());
        KeepShared kept = kept(ended);
        assertEquals(reason, kept.reason());
        assertEquals(1, written.join(), "the line is written before the outcome is there");
        String line = lines.with(request.event()).get(0);
        assertTrue(line.startsWith(request + ": kept shared, " + reason + ": " + kept.text()), line);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** What the log is told. */
    private static final class Lines extends Handler implements AutoCloseable {
        private static final Pattern OTHERS = Pattern.compile("CLOSED: ([0-9]+) ties more");

        private record Line(String text, Thread writer) {}

        private final List<Line> lines = new CopyOnWriteArrayList<>();
        private final Consumer<String> onLine;

        Lines(Consumer<String> onLine) {
            this.onLine = onLine;
            LOGGER.addHandler(this);
        }

        List<String> with(String words) {
            return lines.stream().map(Line::text).filter(line -> line.contains(words)).toList();
        }

        /** Ties of one event that are told of by a line of their own or by number, by the thread that writes both. */
        int counted(String event) {
            List<Line> own =
                    lines.stream().filter(line -> line.text.contains("tie " + event)).toList();
            Set<Thread> writers = own.stream().map(Line::writer).collect(Collectors.toSet());
            int count = own.size();
            for (Line line : lines) {
                Matcher others = OTHERS.matcher(line.text);
                count += writers.contains(line.writer) && others.find() ? Integer.parseInt(others.group(1)) : 0;
            }
            return count;
        }

        @Override
        public void publish(LogRecord record) {
            if (record.getLevel() == Level.WARNING) {
                lines.add(new Line(record.getMessage(), Thread.currentThread()));
                onLine.accept(record.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            LOGGER.removeHandler(this);
        }
    }
}
