package org.truesabacc.gemp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.truesabacc.gemp.Asking.DARK;
import static org.truesabacc.gemp.Asking.LIGHT;
import static org.truesabacc.gemp.Asking.tie;

import com.google.protobuf.ByteString;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.truesabacc.gemp.Outcome.KeepShared;
import org.truesabacc.gemp.TieRequest.Better;
import org.truesabacc.v1.Grade;
import org.truesabacc.v1.ResolveTiebreakRequest;
import org.truesabacc.v1.ResolveTiebreakResponse;

/** A service that lies is not believed; one that says more than this client knows is. */
class LiesTest {
    private static final TieRequest ASKED = TieRequest.tournament("worlds", 9, 1)
            .seed(Asking.CANARY)
            .criterion("points", Better.HIGHER)
            .criterion("head_to_head", Better.HIGHER)
            .player("alice", DARK, Map.of("points", "10"))
            .player("bob", LIGHT, Map.of("points", "10"))
            .player("cy", "", Map.of("points", "7.50"))
            .beat("alice", "cy", 1)
            .build();

    @Test
    void theHonestAnswerIsBelieved() {
        assertInstanceOf(Outcome.Broken.class, AnswerCheck.outcome(ASKED, StandIn.honest(Messages.of(ASKED))));
    }

    @Test
    void anotherTieIsALie() {
        lie(answer -> answer.setEvent("other"));
        lie(answer -> answer.setStage("other"));
        lie(answer -> answer.setAttempt(2));
    }

    @Test
    void aPlayerTooManyOrTooFewOrTwiceIsALie() {
        lie(ResolveTiebreakResponse.Builder::clearPlaces);
        lie(answer -> answer.removePlaces(0));
        lie(answer -> answer.addPlaces(answer.getPlaces(0)));
        lie(answer -> answer.setPlaces(1, answer.getPlaces(0)));
        lie(answer -> answer.getPlacesBuilder(0).setPlayer("mallory"));
    }

    @Test
    void placesThatTheTranscriptDoesNotGiveAreALie() {
        lie(answer -> {
            String first = answer.getPlaces(0).getPlayer();
            answer.getPlacesBuilder(0).setPlayer(answer.getPlaces(1).getPlayer());
            answer.getPlacesBuilder(1).setPlayer(first);
        });
        lie(answer -> answer.getPlacesBuilder(0).setPlace(2));
        lie(answer -> answer.getPlacesBuilder(0).setPlace(-1));
        lie(answer -> answer.getPlacesBuilder(0).setDecidedBy("lot:1"));
        lie(answer -> answer.getPlacesBuilder(0).setDecidedBy("friendship"));
    }

    @Test
    void aTranscriptThatDoesNotVerifyIsALie() {
        lie(answer -> answer.setTranscript(""));
        lie(answer -> answer.setTranscript(answer.getTranscript().replace("hand 1 begin", "hand 2 begin")));
        lie(answer -> answer.setTranscript(answer.getTranscript() + "\n"));
        lie(answer -> answer.setResultId("00".repeat(32)));
    }

    /** Each of these transcripts verifies: it is the true answer to a question that nobody asked. */
    @Test
    void theTrueAnswerToAnotherQuestionIsALie() {
        otherQuestion(request -> request.setEvent("other"));
        otherQuestion(request -> request.setSeed(ByteString.copyFrom(new byte[16])));
        otherQuestion(request -> request.getOptionsBuilder().setStandOn(9));
        otherQuestion(request -> request.getOptionsBuilder().setReplayLimit(1));
        otherQuestion(request -> request.clearHeadToHead().getOptionsBuilder().removeCriteria(1));
        otherQuestion(request -> request.getPlayersBuilder(0).setDeck(LIGHT));
        otherQuestion(request -> request.getPlayersBuilder(0).setDeck("9_1,9_2,9_3"));
        otherQuestion(
                request -> request.getPlayersBuilder(0).getCriteriaBuilder(0).setValue("11"));
        otherQuestion(request -> request.getPlayersBuilder(2).setName("di"));
        otherQuestion(request -> request.removePlayers(2).clearHeadToHead());
        otherQuestion(request -> request.clearHeadToHead());
    }

    @Test
    void sharedPlacesAndRehearsalsWereNotAskedFor() {
        ResolveTiebreakRequest.Builder request = Messages.of(ASKED).toBuilder();
        request.getOptionsBuilder().setShare(true);
        assertBadAnswer(
                StandIn.honest(request.build()).toBuilder().setShared(true).build());
        assertBadAnswer(StandIn.honest(request.build()));
        lie(answer -> answer.setRehearsal(true));
    }

    @Test
    void aVoidedAttemptKeepsTheSharedStanding() {
        ResolveTiebreakResponse voided = StandIn.honest(Messages.of(ASKED)).toBuilder()
                .setVoidReason("a result was corrected")
                .build();
        KeepShared kept = assertInstanceOf(KeepShared.class, AnswerCheck.outcome(ASKED, voided));
        assertEquals(KeepReason.VOIDED, kept.reason());
        assertEquals("attempt 1 was voided: a result was corrected", kept.text());
    }

    @Test
    void aHeadOfTheAuditLogIsAHashOrNothing() {
        lie(answer -> answer.setAuditHead("AB".repeat(32)));
        lie(answer -> answer.setAuditHead("ab".repeat(31)));
        lie(answer -> answer.setAuditHead("ab".repeat(32) + "\n"));
        ResolveTiebreakResponse none =
                StandIn.honest(Messages.of(ASKED)).toBuilder().clearAuditHead().build();
        assertInstanceOf(Outcome.Broken.class, AnswerCheck.outcome(ASKED, none));
    }

    @Test
    void aTimeThatIsNoneIsALie() {
        lie(answer -> answer.getCreateTimeBuilder().setSeconds(Long.MAX_VALUE));
        lie(answer -> answer.getCreateTimeBuilder().setSeconds(253_402_300_800L)); // the year 10000
        lie(answer -> answer.getCreateTimeBuilder().setSeconds(Long.MIN_VALUE));
        lie(answer -> answer.getCreateTimeBuilder().setNanos(-1));
        lie(answer -> answer.getCreateTimeBuilder().setNanos(1_000_000_000));
    }

    @Test
    void aGradeThatThisClientDoesNotKnowIsNoFault() {
        ResolveTiebreakResponse newer =
                StandIn.honest(Messages.of(ASKED)).toBuilder().setGradeValue(99).build();
        assertEquals(Grade.UNRECOGNIZED, newer.getGrade());
        assertInstanceOf(Outcome.Broken.class, AnswerCheck.outcome(ASKED, newer));
    }

    @Test
    void lyingOverTheWireEndsAsABadAnswer() throws Exception {
        StandIn.Manner lying = (request, answer) -> StandIn.send(
                answer,
                StandIn.honest(request).toBuilder().setResultId("00".repeat(32)).build());
        try (StandIn liar = StandIn.that(lying)) {
            assertEquals(
                    KeepReason.BAD_ANSWER,
                    Asking.keptBy(liar.settings(), tie("liar").build()).reason());
        }
    }

    private static void lie(Consumer<ResolveTiebreakResponse.Builder> change) {
        ResolveTiebreakResponse.Builder answer = StandIn.honest(Messages.of(ASKED)).toBuilder();
        change.accept(answer);
        assertBadAnswer(answer.build());
    }

    private static void otherQuestion(Consumer<ResolveTiebreakRequest.Builder> change) {
        ResolveTiebreakRequest.Builder request = Messages.of(ASKED).toBuilder();
        change.accept(request);
        ResolveTiebreakResponse answer = StandIn.honest(request.build()).toBuilder()
                .setEvent(ASKED.event())
                .setStage(ASKED.stage())
                .build();
        assertBadAnswer(answer);
    }

    private static void assertBadAnswer(ResolveTiebreakResponse answer) {
        KeepShared kept = assertInstanceOf(KeepShared.class, AnswerCheck.outcome(ASKED, answer));
        assertEquals(KeepReason.BAD_ANSWER, kept.reason());
    }
}
