package org.truesabacc.gemp;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Players whom the standings leave equal, and what is known of them.
 *
 * <p>Neither building nor reading one throws: what is missing shows in {@link #problem}, and a client answers such a
 * request with {@link KeepReason#BAD_REQUEST}. The limits of the fields are the service's business.
 */
public final class TieRequest {
    /** Which end of a criterion is the better one. */
    public enum Better {
        /** More is better: points. */
        HIGHER,
        /** Less is better: games played. */
        LOWER
    }

    /** A criterion that is looked at before any card is drawn. */
    public record Criterion(String name, Better better) {}

    /**
     * A player with his standing.
     *
     * @param name his name in GEMP
     * @param deckString the deck he played last, as GEMP writes it; empty if he has none
     * @param values his figure for each criterion, a decimal
     * @param startedOnTable ids of the deck's cards that began on table; none: Objectives and Starting Effects
     */
    public record Player(String name, String deckString, Map<String, String> values, List<String> startedOnTable) {}

    /** How often one player beat another; for the criterion {@code head_to_head}. */
    public record Win(String winner, String loser, int wins) {}

    private final Builder asked;

    private TieRequest(Builder asked) {
        this.asked = asked;
    }

    /**
     * A tie after the last round of a tournament.
     *
     * @param tournamentId the tournament's id
     * @param round the last round
     * @param place the standing that the players share; two ties of one round differ in it
     */
    public static Builder tournament(String tournamentId, int round, int place) {
        return new Builder(tournamentId, "round-" + round + "-place-" + place);
    }

    /**
     * A tie with a name of the caller's own.
     *
     * @param event 1 to 60 printable ASCII characters without blanks and {@code #}
     * @param stage the same, within the event
     */
    public static Builder named(String event, String stage) {
        return new Builder(event, stage);
    }

    /**
     * A tie in the final standings of a league.
     *
     * @param leagueType the league's type, which names it
     * @param place the standing that the players share
     */
    public static Builder league(String leagueType, int place) {
        return new Builder(leagueType, "final-place-" + place);
    }

    /** The service's name for the tournament or league. */
    public String event() {
        return asked.event;
    }

    /** The service's name for the tie within the event. */
    public String stage() {
        return asked.stage;
    }

    /** 1, or more after earlier attempts were voided. */
    public int attempt() {
        return asked.attempt;
    }

    /** A copy of the seed; empty where none was given. */
    public byte[] seed() {
        return asked.seed.clone();
    }

    /** The players by name, so that the order of a hash set changes nothing. */
    public List<Player> players() {
        return Collections.unmodifiableList(asked.players);
    }

    /** In the order they are applied. */
    public List<Criterion> criteria() {
        return Collections.unmodifiableList(asked.criteria);
    }

    /** Wins between the players. */
    public List<Win> wins() {
        return Collections.unmodifiableList(asked.wins);
    }

    /** A player draws while his best total is below it. */
    public int standOn() {
        return asked.standOn == null ? 8 : asked.standOn;
    }

    /** Hands a player may play after his first, before the lot. */
    public int replayLimit() {
        return asked.replayLimit == null ? 64 : asked.replayLimit;
    }

    boolean saysStandOn() {
        return asked.standOn != null;
    }

    boolean saysReplayLimit() {
        return asked.replayLimit != null;
    }

    boolean allowsUnknownCards() {
        return asked.allowUnknownCards;
    }

    /** What makes the request impossible to send; empty where nothing does. */
    public String problem() {
        return asked.problem;
    }

    /** Names the tie, without its seed and decks. */
    @Override
    public String toString() {
        return "tie " + event() + " " + stage() + " " + attempt();
    }

    /** Collects a request. Nothing here throws. */
    public static final class Builder {
        private final String event;
        private final String stage;
        private final List<Player> players = new ArrayList<>();
        private final List<Criterion> criteria = new ArrayList<>();
        private final List<Win> wins = new ArrayList<>();
        private int attempt = 1;
        private byte[] seed = {};
        private Integer standOn;
        private Integer replayLimit;
        private boolean allowUnknownCards;
        private String problem = "";

        private Builder(String event, String stage) {
            this.event = present(event, "the event has no id");
            this.stage = present(stage, "the stage has no id");
        }

        private Builder(Builder other) {
            this.event = other.event;
            this.stage = other.stage;
            this.attempt = other.attempt;
            this.seed = other.seed;
            this.standOn = other.standOn;
            this.replayLimit = other.replayLimit;
            this.allowUnknownCards = other.allowUnknownCards;
            this.problem = other.problem;
            this.players.addAll(other.players);
            this.criteria.addAll(other.criteria);
            this.wins.addAll(other.wins);
        }

        /** The next attempt, after all earlier ones were voided. */
        public Builder attempt(int number) {
            attempt = number;
            return this;
        }

        /** The 16 to 64 bytes that were drawn and stored before the event's first round. */
        public Builder seed(byte[] bytes) {
            seed = bytes == null ? seed : bytes.clone();
            return this;
        }

        /** Adds a criterion; they are applied in this order. */
        public Builder criterion(String name, Better better) {
            String named = present(name, "a criterion has no name");
            if (better == null) {
                problem = "the criterion " + named + " has no better end";
            } else {
                criteria.add(new Criterion(named, better));
            }
            return this;
        }

        /** Adds a player; the deck may be empty or null if he never handed one in. */
        public Builder player(String name, String deckString) {
            return player(name, deckString, Map.of());
        }

        /** Adds a player with a figure for each criterion. */
        public Builder player(String name, String deckString, Map<String, String> values) {
            return player(name, deckString, values, List.of());
        }

        /** Adds a player with a figure for each criterion, and the cards that began on table. */
        public Builder player(String name, String deckString, Map<String, String> values, List<String> startedOnTable) {
            try {
                Map<String, String> filed = new LinkedHashMap<>();
                values.forEach((key, value) -> filed.put(key.toString(), value.toString()));
                String deck = deckString == null ? "" : deckString;
                players.add(
                        new Player(present(name, "a player has no name"), deck, filed, List.copyOf(startedOnTable)));
            } catch (RuntimeException absent) {
                problem = "a player's values or cards on table hold nothing (null)";
            }
            return this;
        }

        /** Adds how often one player beat another. */
        public Builder beat(String winner, String loser, int number) {
            wins.add(new Win(present(winner, "a winner has no name"), present(loser, "a loser has no name"), number));
            return this;
        }

        /** Another total to stand on than the service's 8. */
        public Builder standOn(int total) {
            standOn = total;
            return this;
        }

        /** Another number of replays than the service's 64; 0 draws the lot after one equal hand. */
        public Builder replayLimit(int hands) {
            replayLimit = hands;
            return this;
        }

        /** Leaves out cards that the service's catalogue does not know; the transcript names them. */
        public Builder allowUnknownCards() {
            allowUnknownCards = true;
            return this;
        }

        /** The request; later changes of the builder do not change it. */
        public TieRequest build() {
            Builder copy = new Builder(this);
            copy.players.sort((one, other) -> one.name().compareTo(other.name()));
            if (copy.seed.length == 0 && copy.problem.isEmpty()) {
                copy.problem = "the event has no seed";
            }
            return new TieRequest(copy);
        }

        private String present(String text, String otherwise) {
            if (text == null || text.isEmpty()) {
                problem = otherwise;
                return "";
            }
            return text;
        }
    }
}
