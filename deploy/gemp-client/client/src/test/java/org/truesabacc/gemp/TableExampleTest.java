package org.truesabacc.gemp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.truesabacc.v1.CloseTableRequest;
import org.truesabacc.v1.DealerTable;
import org.truesabacc.v1.GetTableRecordRequest;
import org.truesabacc.v1.GetTableRecordResponse;
import org.truesabacc.v1.MakeMoveRequest;
import org.truesabacc.v1.MakeMoveResponse;
import org.truesabacc.v1.MoveKind;
import org.truesabacc.v1.OpenTableRequest;
import org.truesabacc.v1.OpenTableResponse;
import org.truesabacc.v1.TableEvent;
import org.truesabacc.v1.TablePlayer;
import org.truesabacc.v1.TableServiceGrpc;
import org.truesabacc.v1.TableServiceGrpc.TableServiceBlockingStub;
import org.truesabacc.v1.TableView;
import org.truesabacc.v1.VerifyTableRecordRequest;
import org.truesabacc.v1.WatchEventsRequest;
import org.truesabacc.v1.WatchEventsResponse;

/** A worked example: a player of GEMP sits down at a dealer's table, plays a hand and gets up again. */
@EnabledIfSystemProperty(named = "sabacc.port", matches = "[0-9]+", disabledReason = "no service: see tests/java")
class TableExampleTest {
    private static ManagedChannel channel;

    @BeforeAll
    static void open() throws Exception {
        // The first record is verified by a process that has to start, which may take some seconds.
        ClientSettings settings = ClientSettings.plaintext("127.0.0.1", Integer.getInteger("sabacc.port"))
                .withTimes(Duration.ofSeconds(60), Duration.ofSeconds(120), Duration.ofSeconds(10));
        channel = Channels.open(settings, ForkJoinPool.commonPool());
    }

    @AfterAll
    static void close() {
        channel.shutdownNow();
    }

    @Test
    void aHandIsPlayedAtADealersTableAndItsRecordVerifies() {
        // A request id names one call: made again after a lost answer, it gives that answer and does nothing twice.
        OpenTableRequest opening = OpenTableRequest.newBuilder()
                .setRequestId(fresh())
                .setDealer(DealerTable.newBuilder()
                        .setTheme("dune-sea-light")
                        .setPlayer(TablePlayer.newBuilder().setName("Luke").setBundled("dune-sea-light")))
                .build();
        OpenTableResponse opened = calls().openTable(opening);
        assertTrue(calls().openTable(opening).getReplayed());

        List<String> told = new ArrayList<>(texts(opened.getEventsList()));
        TableView table = opened.getTable();
        table = made(told, move(table, MoveKind.MOVE_KIND_BET).setAmount(10).setNonce(nonce()));
        while (table.getMovesList().contains(MoveKind.MOVE_KIND_DRAW)) {
            boolean draws = Double.parseDouble(table.getSeats(0).getBestTotal()) <= 7;
            table = made(told, move(table, draws ? MoveKind.MOVE_KIND_DRAW : MoveKind.MOVE_KIND_STAND));
        }
        if (table.getMovesList().contains(MoveKind.MOVE_KIND_CHOOSE_BEST)) {
            table = made(told, move(table, MoveKind.MOVE_KIND_CHOOSE_BEST));
        }
        assertTrue(table.hasResult());
        assertEquals(1000 + table.getResult().getChips(), table.getPurse().getBalance());
        assertEquals(32, table.getLastKey().size());

        table = calls().closeTable(CloseTableRequest.newBuilder()
                        .setRequestId(fresh())
                        .setTableId(table.getTableId())
                        .setTurn(table.getTurn())
                        .build())
                .getTable();
        assertTrue(table.getClosed());
        assertEquals(0, table.getMovesCount());

        GetTableRecordResponse record = calls().getTableRecord(
                GetTableRecordRequest.newBuilder().setTableId(table.getTableId()).build());
        assertTrue(calls().verifyTableRecord(VerifyTableRecordRequest.newBuilder()
                        .setRecord(record.getRecord())
                        .build())
                .getValid());
        followed(table.getTableId(), told);
    }

    /** Reads the one feed of the caller, from its first event; a server keeps the last number that it has handled. */
    private static void followed(String tableId, List<String> told) {
        Iterator<WatchEventsResponse> feed = calls().watchEvents(
                WatchEventsRequest.newBuilder().setAfter(0).build());
        List<String> seen = new ArrayList<>();
        long last = 0;
        while (seen.size() < told.size()) {
            WatchEventsResponse next = feed.next();
            assertEquals(last + 1, next.getSequence());
            last = next.getSequence();
            if (next.getTableId().equals(tableId)) {
                seen.add(next.getEvent().getText());
            }
        }
        assertEquals(told, seen);
        assertFalse(seen.isEmpty());
    }

    private static TableView made(List<String> told, MakeMoveRequest.Builder move) {
        MakeMoveResponse answer = calls().makeMove(move.build());
        told.addAll(texts(answer.getEventsList()));
        return answer.getTable();
    }

    /** A move for the turn that was seen last: of two that cross, one is refused and looks again. */
    private static MakeMoveRequest.Builder move(TableView table, MoveKind kind) {
        return MakeMoveRequest.newBuilder()
                .setRequestId(fresh())
                .setTableId(table.getTableId())
                .setSeat(table.getSeat())
                .setTurn(table.getTurn())
                .setMove(kind);
    }

    private static List<String> texts(List<TableEvent> events) {
        return events.stream().map(TableEvent::getText).toList();
    }

    /** The player's part of the hand's seed, so that he need not trust the house. */
    private static ByteString nonce() {
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return ByteString.copyFrom(bytes);
    }

    private static String fresh() {
        return UUID.randomUUID().toString();
    }

    private static TableServiceBlockingStub calls() {
        return TableServiceGrpc.newBlockingStub(channel).withDeadlineAfter(60, TimeUnit.SECONDS);
    }
}
