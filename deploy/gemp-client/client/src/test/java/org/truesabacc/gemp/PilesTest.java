package org.truesabacc.gemp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.truesabacc.gemp.Outcome.KeepShared;
import org.truesabacc.tsb1.Question;
import org.truesabacc.v1.ResolveTiebreakRequest;

/** A service that leaves cards out of a pile, or puts some in, is believed only where the request lets it. */
class PilesTest {
    private static final String BOBS_DECK = "2_1,2_2,2_3";

    @Test
    void whereTheCardsOnTableAreNamedThePileIsTheRestOfTheDeck() {
        TieRequest asked = asked("1_1,1_01*,1_2,1_3,1_4|9_9", List.of("1_1")).build();
        believed(asked, "1_1,1_2,1_3,1_4", "");
        lie(asked, "1_1,1_2,1_3", "");
        lie(asked, "1_2,1_3,1_4", "");
        lie(asked, "1_1,1_1,1_2,1_3,1_4", "");
        lie(asked, "1_1,1_2,1_3,1_4,9_9", "");
        lie(asked, "1_1,1_2,1_3", "1_4");
    }

    @Test
    void whereNoneAreNamedOnlyWholeCardsAndFewAreMissing() {
        TieRequest asked =
                asked("1_1,1_1,1_2,1_3,1_4,1_5,1_6,1_7,1_8,1_9,1_10", List.of()).build();
        believed(asked, "1_1,1_1,1_2,1_3,1_4,1_5,1_6,1_7,1_8,1_9,1_10", "");
        believed(asked, "1_2,1_3,1_4,1_5,1_6,1_7,1_8,1_9,1_10", "");
        lie(asked, "1_1,1_2,1_3,1_4,1_5,1_6,1_7,1_8,1_9,1_10", "");
        believed(asked, "1_9,1_10", "");
        lie(asked("1_1,1_2,1_3,1_4,1_5,1_6,1_7,1_8,1_9,1_10,1_11", List.of()).build(), "1_10,1_11", "");
        lie(asked, "1_2,1_3,1_4,1_5,1_6,1_7,1_8,1_9", "1_10");
    }

    @Test
    void aCardThatIsDrawableForOneIsDrawableForAll() {
        TieRequest asked = asked("1_1,1_2,2_3", List.of()).build();
        believed(asked, "1_1,1_2,2_3", "");
        lie(asked, "1_1,1_2", "");
        believed(asked("1_1,1_2,2_3", List.of("2_3")).build(), "1_1,1_2", "");
    }

    @Test
    void cardsAreDroppedOnlyWithLeaveAndOnlyOutOfTheDeck() {
        String deck = "1_1,1_2,1_3,1_3,2_3";
        TieRequest named = asked(deck, List.of("1_1")).allowUnknownCards().build();
        believed(named, "1_2,1_3,1_3,2_3", "");
        believed(named, "1_2,2_3", "1_3,1_3");
        lie(named, "1_2,2_3", "1_3");
        lie(named, "1_2,1_3,2_3", "1_3");
        lie(named, "1_2,1_3,1_3", "2_3");
        lie(named, "1_2,1_3,1_3,2_3", "7_7");
        TieRequest unnamed = asked(deck, List.of()).allowUnknownCards().build();
        believed(unnamed, "1_2,2_3", "1_3,1_3");
        lie(unnamed, "1_1,1_2,2_3", "1_3");
    }

    /** Python's blanks; Java strips neither all of them nor only them. */
    @ParameterizedTest
    @ValueSource(
            ints = {
                9, 10, 11, 12, 13, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x85, 0xa0, 0x1680, 0x2000, 0x2007, 0x200a, 0x2028,
                0x2029, 0x202f, 0x205f, 0x3000
            })
    void blanksAroundEntriesAreThoseOfTheService(int blank) {
        String some = Character.toString(blank).repeat(2);
        String deck = "\ufeff" + some + "1_1" + some + "," + some + "1_02" + some + "|" + some + "3_3";
        assertEquals(Map.of("1_1", 1, "1_2", 1), DeckIds.inDeck(deck));
        assertEquals(Map.of(), DeckIds.inDeck(some));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8, 0x0e, 0x1b, 0x180e, 0x200b, 0x2060, 0xfeff})
    void whatTheServiceTakesForNoBlankIsNone(int sign) {
        assertEquals(Map.of("1_2", 1), DeckIds.inDeck("1_1" + Character.toString(sign) + ",1_2"));
    }

    private static TieRequest.Builder asked(String deck, List<String> onTable) {
        return TieRequest.tournament("worlds", 9, 1)
                .seed(Asking.CANARY)
                .player("alice", deck, Map.of(), onTable)
                .player("bob", BOBS_DECK);
    }

    private static void believed(TieRequest asked, String pile, String dropped) {
        Outcome outcome = outcome(asked, pile, dropped);
        assertInstanceOf(Outcome.Broken.class, outcome, outcome::toString);
    }

    private static void lie(TieRequest asked, String pile, String dropped) {
        KeepShared kept = assertInstanceOf(KeepShared.class, outcome(asked, pile, dropped));
        assertEquals(KeepReason.BAD_ANSWER, kept.reason());
        assertEquals("the transcript answers another question", kept.text());
    }

    private static Outcome outcome(TieRequest asked, String pile, String dropped) {
        ResolveTiebreakRequest request = Messages.of(asked);
        Question honest = StandIn.question(request);
        List<Question.Player> players = new ArrayList<>(honest.players());
        players.set(0, new Question.Player("alice", ids(pile), List.of(), ids(dropped)));
        Question changed = new Question(
                honest.event(),
                honest.stage(),
                honest.attempt(),
                honest.seed(),
                honest.standOn(),
                honest.replayLimit(),
                honest.catalogue(),
                honest.share(),
                honest.criteria(),
                players,
                honest.wins(),
                honest.cards());
        return AnswerCheck.outcome(asked, StandIn.answering(request, changed));
    }

    private static List<String> ids(String joined) {
        return joined.isEmpty() ? List.of() : List.of(joined.split(","));
    }
}
