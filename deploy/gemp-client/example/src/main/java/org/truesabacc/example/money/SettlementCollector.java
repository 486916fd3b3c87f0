package org.truesabacc.example.money;

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

/** Fetches settlements and puts each into its purse. */
final class SettlementCollector extends Collector<Settlement> {
    private final Inbox inbox;
    private final CampaignClient service;

    SettlementCollector(Database database, Inbox inbox, CampaignClient service, Step.Watcher watcher) {
        super(Coming.SETTLEMENT, database, watcher);
        this.inbox = inbox;
        this.service = service;
    }

    @Override
    Page<Settlement> listed(long after) throws Refused, Unanswered {
        ListSettlementsResponse page = service.listSettlements(
                ListSettlementsRequest.newBuilder().setAfter(after).build());
        return new Page<>(page.getSettlementsList(), page.getNextAfter(), page.getMore());
    }

    @Override
    Label label(Settlement settlement) {
        return new Label(settlement.getSettlementId(), settlement.getSequence(), settlement.getReason());
    }

    @Override
    Optional<String> apply(Settlement settlement) throws SQLException {
        return inbox.apply(settlement);
    }

    @Override
    void acknowledgeApplied(String id) throws Refused, Unanswered {
        service.acknowledgeSettlement(AcknowledgeSettlementRequest.newBuilder()
                .setSettlementId(id)
                .setState(SettlementState.SETTLEMENT_STATE_APPLIED)
                .build());
    }

    @Override
    void acknowledgeDeferred(String id, String reason) throws Refused, Unanswered {
        service.acknowledgeSettlement(AcknowledgeSettlementRequest.newBuilder()
                .setSettlementId(id)
                .setState(SettlementState.SETTLEMENT_STATE_DEFERRED)
                .setReason(reason)
                .build());
    }
}
