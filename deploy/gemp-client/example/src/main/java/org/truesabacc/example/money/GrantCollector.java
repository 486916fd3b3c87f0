package org.truesabacc.example.money;

import java.sql.SQLException;
import java.util.Optional;
import org.truesabacc.gemp.CampaignClient;
import org.truesabacc.gemp.Refused;
import org.truesabacc.gemp.Unanswered;
import org.truesabacc.v1.AcknowledgeGrantRequest;
import org.truesabacc.v1.Grant;
import org.truesabacc.v1.ListGrantsRequest;
import org.truesabacc.v1.ListGrantsResponse;
import org.truesabacc.v1.SettlementState;

/** Fetches rewards of the ladder and gives each. */
final class GrantCollector extends Collector<Grant> {
    private final Inbox inbox;
    private final CampaignClient service;

    GrantCollector(Database database, Inbox inbox, CampaignClient service, Step.Watcher watcher) {
        super(Coming.GRANT, database, watcher);
        this.inbox = inbox;
        this.service = service;
    }

    @Override
    Page<Grant> listed(long after) throws Refused, Unanswered {
        ListGrantsResponse page = service.listGrants(
                ListGrantsRequest.newBuilder().setAfter(after).build());
        return new Page<>(page.getGrantsList(), page.getNextAfter(), page.getMore());
    }

    @Override
    Label label(Grant grant) {
        return new Label(grant.getGrantId(), grant.getSequence(), grant.getReason());
    }

    @Override
    Optional<String> apply(Grant grant) throws SQLException {
        return inbox.apply(grant);
    }

    @Override
    void acknowledgeApplied(String id) throws Refused, Unanswered {
        service.acknowledgeGrant(AcknowledgeGrantRequest.newBuilder()
                .setGrantId(id)
                .setState(SettlementState.SETTLEMENT_STATE_APPLIED)
                .build());
    }

    @Override
    void acknowledgeDeferred(String id, String reason) throws Refused, Unanswered {
        service.acknowledgeGrant(AcknowledgeGrantRequest.newBuilder()
                .setGrantId(id)
                .setState(SettlementState.SETTLEMENT_STATE_DEFERRED)
                .setReason(reason)
                .build());
    }
}
