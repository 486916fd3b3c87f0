package org.truesabacc.gemp;

import com.google.protobuf.Timestamp;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptor;
import io.grpc.TlsServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.truesabacc.tsb1.Place;
import org.truesabacc.tsb1.Question;
import org.truesabacc.tsb1.Transcript;
import org.truesabacc.v1.Criterion;
import org.truesabacc.v1.Direction;
import org.truesabacc.v1.ResolveTiebreakRequest;
import org.truesabacc.v1.ResolveTiebreakResponse;
import org.truesabacc.v1.TiebreakPlayer;
import org.truesabacc.v1.TiebreakServiceGrpc;

/** A service that behaves as badly as it is told to, on a port of the loopback; its cards are made up. */
public final class StandIn implements AutoCloseable {
    /** How a call is answered. */
    public interface Manner extends BiConsumer<ResolveTiebreakRequest, StreamObserver<ResolveTiebreakResponse>> {}

    /** The headers of every call so far. */
    public final List<Metadata> calls = new CopyOnWriteArrayList<>();

    private final Server server;

    private StandIn(int port, ServerCredentials credentials, Manner manner) throws IOException {
        server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", port), credentials)
                .addService(new TiebreakServiceGrpc.TiebreakServiceImplBase() {
                    @Override
                    public void resolveTiebreak(
                            ResolveTiebreakRequest request, StreamObserver<ResolveTiebreakResponse> answer) {
                        manner.accept(request, answer);
                    }
                })
                .intercept(new ServerInterceptor() {
                    @Override
                    public <Q, A> ServerCall.Listener<Q> interceptCall(
                            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
                        calls.add(headers);
                        return next.startCall(call, headers);
                    }
                })
                .build()
                .start();
    }

    public static StandIn on(int port, Manner manner) throws IOException {
        return new StandIn(port, InsecureServerCredentials.create(), manner);
    }

    /** With a certificate of its own; one that honestly answers. */
    static StandIn overTls(SelfSigned identity) throws IOException {
        ServerCredentials credentials = TlsServerCredentials.create(
                identity.certificate().toFile(), identity.key().toFile());
        return new StandIn(0, credentials, (request, answer) -> send(answer, honest(request)));
    }

    public static StandIn that(Manner manner) throws IOException {
        return on(0, manner);
    }

    public int port() {
        return server.getPort();
    }

    /** Settings to reach it, however busy the machine is. */
    public ClientSettings settings() {
        return Asking.patient(ClientSettings.plaintext("127.0.0.1", port()));
    }

    /** Sends an answer. */
    public static void send(StreamObserver<ResolveTiebreakResponse> call, ResolveTiebreakResponse answer) {
        call.onNext(answer);
        call.onCompleted();
    }

    /** The answer of an honest service. */
    public static ResolveTiebreakResponse honest(ResolveTiebreakRequest request) {
        return answering(request, question(request));
    }

    /** What it would say if that were the question. */
    static ResolveTiebreakResponse answering(ResolveTiebreakRequest request, Question question) {
        Transcript transcript = Transcript.of(question);
        ResolveTiebreakResponse.Builder answer = ResolveTiebreakResponse.newBuilder()
                .setEvent(request.getEvent())
                .setStage(request.getStage())
                .setAttempt(request.getAttempt())
                .setTranscript(transcript.text())
                .setResultId(transcript.resultId())
                .setCatalogueVersion("made-up")
                .setAuditHead("ab".repeat(32))
                .setCreateTime(Timestamp.newBuilder().setSeconds(5_000_000_000L).setNanos(1));
        for (Place place : transcript.places()) {
            answer.addPlacesBuilder()
                    .setPlace(place.place())
                    .setPlayer(place.player())
                    .setDecidedBy(place.decidedBy());
        }
        return answer.build();
    }

    static Question question(ResolveTiebreakRequest request) {
        Map<String, List<BigDecimal>> cards = new HashMap<>();
        List<Question.Player> players = new ArrayList<>();
        List<Question.Criterion> criteria = request.getOptions().getCriteriaList().stream()
                .map(StandIn::criterion)
                .toList();
        for (TiebreakPlayer player : request.getPlayersList()) {
            List<String> pile = new ArrayList<>();
            DeckIds.inDeck(player.getDeck()).forEach((card, copies) -> {
                cards.put(card, List.of(BigDecimal.valueOf(Math.floorMod(card.hashCode(), 7))));
                pile.addAll(Collections.nCopies(copies, card));
            });
            player.getStartedOnTableList().forEach(pile::remove);
            List<BigDecimal> values = criteria.stream()
                    .filter(criterion -> !criterion.name().equals(Question.HEAD_TO_HEAD))
                    .map(criterion -> player.getCriteriaList().stream()
                            .filter(filed -> filed.getName().equals(criterion.name()))
                            .map(filed -> new BigDecimal(filed.getValue()))
                            .findFirst()
                            .orElseThrow())
                    .toList();
            players.add(new Question.Player(player.getName(), pile, values, List.of()));
        }
        List<Question.Win> wins = request.getHeadToHeadList().stream()
                .map(win -> new Question.Win(win.getWinner(), win.getLoser(), win.getWins()))
                .toList();
        return new Question(
                request.getEvent(),
                request.getStage(),
                request.getAttempt(),
                request.getSeed().toByteArray(),
                request.getOptions().hasStandOn() ? request.getOptions().getStandOn() : 8,
                request.getOptions().hasReplayLimit() ? request.getOptions().getReplayLimit() : 64,
                "made-up",
                request.getOptions().getShare(),
                criteria,
                players,
                wins,
                cards);
    }

    private static Question.Criterion criterion(Criterion criterion) {
        return new Question.Criterion(criterion.getName(), criterion.getDirection() == Direction.DIRECTION_HIGH);
    }

    @Override
    public void close() {
        server.shutdownNow();
        try {
            server.awaitTermination();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
