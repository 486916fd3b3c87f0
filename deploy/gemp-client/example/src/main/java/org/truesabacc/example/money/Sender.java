package org.truesabacc.example.money;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import org.truesabacc.gemp.CampaignClient;
import org.truesabacc.gemp.Refused;
import org.truesabacc.gemp.Unanswered;
import org.truesabacc.v1.DepositRequest;
import org.truesabacc.v1.WithdrawRequest;

/** Asks the ledger for what stands in the outbox, under the same id until it is answered. */
final class Sender {
    private static final Logger LOG = System.getLogger("org.truesabacc.example.money");

    private final Outbox outbox;
    private final CampaignClient service;
    private final Step.Watcher watcher;

    Sender(Outbox outbox, CampaignClient service, Step.Watcher watcher) {
        this.outbox = outbox;
        this.service = service;
        this.watcher = watcher;
    }

    /**
     * Sends every open errand once.
     *
     * @return whether none is left that the service has not answered
     * @throws Unanswered the service is away: the others would have to wait for it too
     */
    boolean send() throws SQLException, Unanswered {
        boolean isAllAnswered = true;
        for (Errand errand : outbox.open()) {
            try {
                end(errand);
            } catch (Unanswered unanswered) {
                if (!unanswered.isOfThisCallOnly()) {
                    throw unanswered;
                }
                LOG.log(Level.ERROR, "errand " + errand.id() + " is not answered: " + unanswered.getMessage());
                isAllAnswered = false;
            }
        }
        return isAllAnswered;
    }

    private void end(Errand errand) throws SQLException, Unanswered {
        if (errand.state() == Errand.State.RETURNING) {
            outbox.refused(errand, errand.refusal());
            return;
        }
        watcher.reached(Step.ASK_SENT);
        try {
            ask(errand);
        } catch (Refused refused) {
            watcher.reached(Step.ASK_ANSWERED);
            outbox.refused(errand, refused.getMessage());
            return;
        }
        watcher.reached(Step.ASK_ANSWERED);
        outbox.done(errand);
    }

    private void ask(Errand errand) throws Refused, Unanswered {
        if (errand.kind() == Errand.Kind.DEPOSIT) {
            service.deposit(DepositRequest.newBuilder()
                    .setRequestId(errand.id().toString())
                    .setPlayer(errand.player())
                    .setAmount(errand.amount())
                    .build());
        } else {
            service.withdraw(WithdrawRequest.newBuilder()
                    .setRequestId(errand.id().toString())
                    .setPlayer(errand.player())
                    .setAmount(errand.amount())
                    .build());
        }
    }
}
