package org.truesabacc.gemp;

import com.google.protobuf.Timestamp;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.truesabacc.tsb1.Place;
import org.truesabacc.tsb1.Question;
import org.truesabacc.tsb1.Verdict;
import org.truesabacc.v1.ResolveTiebreakResponse;

/**
 * Believes an answer only as far as it can be recomputed here: its transcript must verify, answer the very question
 * that was asked, and give the places that are stated.
 */
final class AnswerCheck {
    private static final Comparator<TieRequest.Win> BY_NAMES =
            Comparator.comparing(TieRequest.Win::winner).thenComparing(TieRequest.Win::loser);

    private static final Pattern AUDIT_HEAD = Pattern.compile("([0-9a-f]{64})?");
    private static final long FIRST_SECOND =
            Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
    private static final long LAST_SECOND =
            Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

    private final TieRequest asked;
    private final ResolveTiebreakResponse answer;

    private AnswerCheck(TieRequest asked, ResolveTiebreakResponse answer) {
        this.asked = asked;
        this.answer = answer;
    }

    /** The outcome; a text in it may repeat what the service said, whatever that is. */
    static Outcome outcome(TieRequest asked, ResolveTiebreakResponse answer) {
        try {
            return new AnswerCheck(asked, answer).outcome();
        } catch (Lie lie) {
            return new Outcome.KeepShared(KeepReason.BAD_ANSWER, lie.getMessage());
        }
    }

    private Outcome outcome() throws Lie {
        require(
                isThisTie(answer.getEvent(), answer.getStage(), answer.getAttempt()),
                "the answer is about another tie");
        require(!answer.getShared() && !answer.getRehearsal(), "the answer is a rehearsal, or shares places");
        Verdict verdict = Verdict.of(answer.getTranscript().getBytes(StandardCharsets.UTF_8));
        require(verdict.valid(), "the transcript does not verify: line " + verdict.badLine() + ", " + verdict.reason());
        require(isTheQuestion(verdict.question().orElseThrow()), "the transcript answers another question");
        List<Place> places = verdict.answer().orElseThrow().places();
        require(answer.getResultId().equals(verdict.answer().orElseThrow().resultId()), "the result id is another");
        require(stated().equals(places), "the places are not those of the transcript");
        List<Placed> order = new ArrayList<>();
        for (Place place : places) {
            order.add(placed(place));
            require(place.place() == order.size(), "the places do not count from 1 to the number of players");
        }
        require(AUDIT_HEAD.matcher(answer.getAuditHead()).matches(), "the head of the audit log is no SHA-256");
        Instant answered = createTime(answer.getCreateTime());
        if (!answer.getVoidReason().isEmpty()) {
            String text = "attempt " + asked.attempt() + " was voided: " + answer.getVoidReason();
            return new Outcome.KeepShared(KeepReason.VOIDED, text);
        }
        return new Outcome.Broken(
                order,
                answer.getResultId(),
                answer.getTranscript(),
                answer.getCatalogueVersion(),
                answer.getAuditHead(),
                answered,
                answer.getReplayed());
    }

    private boolean isThisTie(String event, String stage, int attempt) {
        return event.equals(asked.event()) && stage.equals(asked.stage()) && attempt == asked.attempt();
    }

    private List<Place> stated() {
        return answer.getPlacesList().stream()
                .map(place -> new Place(place.getPlace(), place.getPlayer(), place.getDecidedBy()))
                .toList();
    }

    /** Protobuf's years 1 to 9999; an Instant of many more would not fit where it is to be stored. */
    private static Instant createTime(Timestamp time) throws Lie {
        boolean isInRange = time.getSeconds() >= FIRST_SECOND
                && time.getSeconds() <= LAST_SECOND
                && time.getNanos() >= 0
                && time.getNanos() < 1_000_000_000;
        require(isInRange, "the time of the answer is out of range");
        return Instant.ofEpochSecond(time.getSeconds(), time.getNanos());
    }

    private static Placed placed(Place place) throws Lie {
        String[] words = place.decidedBy().split(":", 2);
        for (DecidedBy kind : DecidedBy.values()) {
            if (words.length == 2 && words[0].equals(kind.name().toLowerCase(Locale.ROOT))) {
                return new Placed(place.place(), place.player(), kind, words[1]);
            }
        }
        throw new Lie("a place was decided by something unknown");
    }

    /** Whether the question in a transcript is the one that was asked. */
    private boolean isTheQuestion(Question question) {
        return isThisTie(question.event(), question.stage(), question.attempt())
                && Arrays.equals(question.seed(), asked.seed())
                && question.standOn() == asked.standOn()
                && question.replayLimit() == asked.replayLimit()
                && question.catalogue().equals(answer.getCatalogueVersion())
                && criteria(question).equals(asked.criteria())
                && wins(question).equals(asked.wins().stream().sorted(BY_NAMES).toList())
                && isEveryPlayer(question.players());
    }

    private static List<TieRequest.Criterion> criteria(Question question) {
        return question.criteria().stream()
                .map(criterion -> new TieRequest.Criterion(
                        criterion.name(), criterion.highWins() ? TieRequest.Better.HIGHER : TieRequest.Better.LOWER))
                .toList();
    }

    private static List<TieRequest.Win> wins(Question question) {
        return question.wins().stream()
                .map(win -> new TieRequest.Win(win.winner(), win.loser(), win.wins()))
                .toList();
    }

    private boolean isEveryPlayer(List<Question.Player> players) {
        List<TieRequest.Player> expected = asked.players();
        if (players.size() != expected.size()) {
            return false;
        }
        for (int at = 0; at < players.size(); at++) {
            Question.Player player = players.get(at);
            if (!player.name().equals(expected.get(at).name())
                    || !hasValues(player.values(), expected.get(at).values())) {
                return false;
            }
        }
        return PileCheck.holds(asked, players);
    }

    private boolean hasValues(List<BigDecimal> values, Map<String, String> filed) {
        List<String> names = asked.criteria().stream()
                .map(TieRequest.Criterion::name)
                .filter(name -> !name.equals(Question.HEAD_TO_HEAD))
                .toList();
        if (names.size() != values.size()) {
            return false;
        }
        for (int at = 0; at < values.size(); at++) {
            String text = filed.get(names.get(at));
            if (text == null || !isFigure(text, values.get(at))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isFigure(String text, BigDecimal value) {
        try {
            return new BigDecimal(text).compareTo(value) == 0;
        } catch (NumberFormatException noFigure) {
            return false;
        }
    }

    private static void require(boolean holds, String otherwise) throws Lie {
        if (!holds) {
            throw new Lie(otherwise);
        }
    }

    /** Something in an answer that no honest service says. */
    private static final class Lie extends Exception {
        private static final long serialVersionUID = 1L;

        Lie(String what) {
            super(what);
        }
    }
}
