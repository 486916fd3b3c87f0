package org.truesabacc.example.money;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.truesabacc.v1.Grant;
import org.truesabacc.v1.RewardKind;

/**
 * What players were given: cards in their collections, all else in the table {@code sabacc_reward}, from which GEMP
 * shows it. Giving is a part of somebody's transaction.
 */
final class Rewards {
    private Rewards() {}

    /** Gives a reward; returns why not, or nothing. Where it returns something, nothing was written. */
    static Optional<String> give(Connection connection, Grant grant) throws SQLException {
        Optional<CollectionRow> row = CollectionRow.locked(connection, grant.getPlayer());
        if (row.isEmpty()) {
            return Optional.of(CollectionRow.NONE);
        }
        switch (grant.getKind()) {
            case REWARD_KIND_CARD:
                return addCards(connection, row.get(), grant);
            case REWARD_KIND_INFORMATION, REWARD_KIND_DECK_UPGRADE, REWARD_KIND_CASINO:
                note(connection, grant);
                return Optional.empty();
            default:
                return Optional.of("nothing is known of a reward " + grant.getReward() + " and its kind");
        }
    }

    private static Optional<String> addCards(Connection connection, CollectionRow row, Grant grant)
            throws SQLException {
        byte[] collection = row.collection();
        StringBuilder items = new StringBuilder();
        for (String blueprintId : grant.getContentList()) {
            Optional<String> whyNot = CollectionCards.whyNoMore(collection, blueprintId);
            if (whyNot.isPresent()) {
                return whyNot;
            }
            collection = CollectionCards.withOneMore(collection, blueprintId);
            items.append("1x").append(blueprintId).append(',');
        }
        row.write(connection, collection);
        String reason = "Sabacc reward " + grant.getGrantId();
        Transfers.log(connection, grant.getPlayer(), Transfers.Direction.TO, reason, 0, items.toString());
        return Optional.empty();
    }

    private static void note(Connection connection, Grant grant) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO sabacc_reward"
                + " (grant_id, part, player, reward, kind, title, content) VALUES (?, ?, ?, ?, ?, ?, ?)")) {
            for (int part = 0; part < grant.getContentCount(); part++) {
                insert.setString(1, grant.getGrantId());
                insert.setInt(2, part);
                insert.setString(3, grant.getPlayer());
                insert.setString(4, grant.getReward());
                insert.setString(5, word(grant.getKind()));
                insert.setString(6, grant.getTitle());
                insert.setString(7, grant.getContent(part));
                insert.executeUpdate();
            }
        }
    }

    /** What a player has in the table, each as its kind, title and content; cards are in his collection. */
    static List<String> of(Connection connection, String player) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT kind, title, content FROM sabacc_reward WHERE player = ? ORDER BY grant_id, part")) {
            select.setString(1, player);
            List<String> found = new ArrayList<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getString(1) + ", " + rows.getString(2) + ": " + rows.getString(3));
                }
            }
            return found;
        }
    }

    private static String word(RewardKind kind) {
        return kind.name().substring("REWARD_KIND_".length());
    }
}
