package org.truesabacc.example.money;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.Optional;
import org.truesabacc.gemp.CampaignClient;
import org.truesabacc.gemp.Refused;
import org.truesabacc.gemp.Unanswered;
import org.truesabacc.v1.AcknowledgeSettlementRequest;
import org.truesabacc.v1.ListSettlementsRequest;
import org.truesabacc.v1.ListSettlementsResponse;
import org.truesabacc.v1.Settlement;
import org.truesabacc.v1.SettlementState;

/**
 * Fetches settlements, puts each into its purse, and acknowledges it.
 *
 * <p>The cursor passes a settlement once it is acknowledged: whatever a crash leaves before that comes again, and is
 * found in the inbox. What was deferred lies before the cursor and comes again when the list is read from its beginning.
 */
final class Collector {
    private static final Logger LOG = System.getLogger("org.truesabacc.example.money");
    private static final int LONGEST_REASON = 255;

    private final Database database;
    private final Inbox inbox;
    private final CampaignClient service;
    private final Step.Watcher watcher;

    Collector(Database database, Inbox inbox, CampaignClient service, Step.Watcher watcher) {
        this.database = database;
        this.inbox = inbox;
        this.service = service;
        this.watcher = watcher;
    }

    /**
     * Reads the list to its end.
     *
     * @param anew from its beginning, with all that is not applied; else from the cursor
     * @return whether every settlement on it is acknowledged
     * @throws Unanswered the service is away
     */
    boolean collect(boolean anew) throws SQLException, Unanswered {
        boolean isAllAcknowledged = true;
        long after = anew ? 0 : database.transaction(connection -> Cursors.at(connection, Cursors.SETTLEMENTS));
        ListSettlementsResponse page;
        do {
            page = pageAfter(after);
            for (Settlement settlement : page.getSettlementsList()) {
                isAllAcknowledged &= settle(settlement);
            }
            after = page.getNextAfter();
        } while (page.getMore());
        return isAllAcknowledged;
    }

    private ListSettlementsResponse pageAfter(long after) throws Unanswered {
        watcher.reached(Step.LIST_ASKED);
        try {
            ListSettlementsResponse page = service.settlements(
                    ListSettlementsRequest.newBuilder().setAfter(after).build());
            watcher.reached(Step.LIST_ANSWERED);
            return page;
        } catch (Refused refused) {
            throw new IllegalStateException("the list of settlements after " + after + " is refused", refused);
        }
    }

    /** Applies or defers one settlement; false where the service does not take the acknowledgement. */
    private boolean settle(Settlement settlement) throws SQLException, Unanswered {
        Optional<String> whyNot = inbox.apply(settlement);
        boolean isKnown = whyNot.equals(Optional.of(settlement.getReason()));
        if (whyNot.isPresent() && !isKnown) {
            watcher.reached(Step.SETTLEMENT_DEFERRED);
        }
        try {
            if (!isKnown) {
                service.acknowledge(acknowledgement(settlement, whyNot));
                watcher.reached(Step.SETTLEMENT_ACKNOWLEDGED);
            }
        } catch (Refused refused) {
            return leave(settlement, refused);
        } catch (Unanswered unanswered) {
            if (!unanswered.isOfThisCallOnly()) {
                throw unanswered;
            }
            return leave(settlement, unanswered);
        }
        database.transaction(connection -> {
            Cursors.moveOn(connection, Cursors.SETTLEMENTS, settlement.getSequence());
            return null;
        });
        watcher.reached(Step.CURSOR_COMMITTED);
        return true;
    }

    private static boolean leave(Settlement settlement, Exception fault) {
        LOG.log(
                Level.ERROR,
                "settlement " + settlement.getSettlementId() + " is not acknowledged: " + fault.getMessage());
        return false;
    }

    private static AcknowledgeSettlementRequest acknowledgement(Settlement settlement, Optional<String> whyNot) {
        AcknowledgeSettlementRequest.Builder told =
                AcknowledgeSettlementRequest.newBuilder().setSettlementId(settlement.getSettlementId());
        if (whyNot.isEmpty()) {
            return told.setState(SettlementState.SETTLEMENT_STATE_APPLIED).build();
        }
        String reason = whyNot.get();
        return told.setState(SettlementState.SETTLEMENT_STATE_DEFERRED)
                .setReason(reason.substring(0, Math.min(reason.length(), LONGEST_REASON)))
                .build();
    }
}
