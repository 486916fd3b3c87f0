package org.truesabacc.gemp;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.AbstractStub;
import io.grpc.stub.MetadataUtils;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.truesabacc.v1.AcknowledgeGrantRequest;
import org.truesabacc.v1.AcknowledgeGrantResponse;
import org.truesabacc.v1.AcknowledgeSettlementRequest;
import org.truesabacc.v1.AcknowledgeSettlementResponse;
import org.truesabacc.v1.CampaignServiceGrpc;
import org.truesabacc.v1.CampaignServiceGrpc.CampaignServiceBlockingStub;
import org.truesabacc.v1.DepositRequest;
import org.truesabacc.v1.DepositResponse;
import org.truesabacc.v1.GetWalletRequest;
import org.truesabacc.v1.GetWalletResponse;
import org.truesabacc.v1.LedgerServiceGrpc;
import org.truesabacc.v1.LedgerServiceGrpc.LedgerServiceBlockingStub;
import org.truesabacc.v1.ListGrantsRequest;
import org.truesabacc.v1.ListGrantsResponse;
import org.truesabacc.v1.ListSettlementsRequest;
import org.truesabacc.v1.ListSettlementsResponse;
import org.truesabacc.v1.ReconcileRequest;
import org.truesabacc.v1.ReconcileResponse;
import org.truesabacc.v1.WithdrawRequest;
import org.truesabacc.v1.WithdrawResponse;

/**
 * The campaign's silver, as GEMP moves it, and its rewards, as GEMP gives them: what {@code LedgerService} and {@code
 * CampaignService} of the contract offer to GEMP for both.
 *
 * <p>Unlike {@link SabaccClient} it waits for each answer, at most {@link ClientSettings#callDeadline}: call it from a
 * thread that may wait, and never inside a transaction of a database. What is asked is kept by the caller, under an id
 * of his own, before it is asked; a call that is {@link Unanswered} is made again. Open one and close it at the end.
 */
public final class CampaignClient implements AutoCloseable {
    private static final Metadata.Key<String> REQUEST_ID =
            Metadata.Key.of("x-request-id", Metadata.ASCII_STRING_MARSHALLER);

    private final ClientSettings settings;
    private final BearerToken token;
    private final ManagedChannel channel;
    private final String unusable;

    private CampaignClient(ClientSettings settings) {
        this.settings = settings;
        ManagedChannel opened = null;
        String fault = "";
        try {
            opened = Channels.open(settings, Threads.ofDaemons().workers());
        } catch (Throwable problem) { // also an Error: what a fat jar lost must not keep the server from starting
            fault = problem instanceof Unusable ? problem.getMessage() : "the channel cannot be opened: " + problem;
        }
        channel = opened;
        unusable = fault;
        token = settings == null || settings.tokenFile() == null ? null : new BearerToken(settings.tokenFile());
    }

    /** Opens a client; nothing is connected before the first call, and settings that are of no use show there. */
    public static CampaignClient open(ClientSettings settings) {
        return new CampaignClient(settings);
    }

    /** Hands over silver that was taken out of a purse; refused, it belongs back there. */
    public DepositResponse deposit(DepositRequest request) throws Refused, Unanswered {
        return ledger(calls -> calls.deposit(request));
    }

    /** Asks for silver back; it comes as a settlement. */
    public WithdrawResponse withdraw(WithdrawRequest request) throws Refused, Unanswered {
        return ledger(calls -> calls.withdraw(request));
    }

    /** Gets what a player has at the tables. */
    public GetWalletResponse getWallet(GetWalletRequest request) throws Refused, Unanswered {
        return ledger(calls -> calls.getWallet(request));
    }

    /** Lists settlements that are to be put into purses. */
    public ListSettlementsResponse listSettlements(ListSettlementsRequest request) throws Refused, Unanswered {
        return ledger(calls -> calls.listSettlements(request));
    }

    /** Tells what was done with a settlement. */
    public AcknowledgeSettlementResponse acknowledgeSettlement(AcknowledgeSettlementRequest request)
            throws Refused, Unanswered {
        return ledger(calls -> calls.acknowledgeSettlement(request));
    }

    /** Compares the books of both sides. */
    public ReconcileResponse reconcile(ReconcileRequest request) throws Refused, Unanswered {
        return ledger(calls -> calls.reconcile(request));
    }

    /** Lists rewards that are to be given. */
    public ListGrantsResponse listGrants(ListGrantsRequest request) throws Refused, Unanswered {
        return campaign(calls -> calls.listGrants(request));
    }

    /** Tells what was done with a reward. */
    public AcknowledgeGrantResponse acknowledgeGrant(AcknowledgeGrantRequest request) throws Refused, Unanswered {
        return campaign(calls -> calls.acknowledgeGrant(request));
    }

    private <A> A ledger(Function<LedgerServiceBlockingStub, A> call) throws Refused, Unanswered {
        return answered(LedgerServiceGrpc.newBlockingStub(opened()), call);
    }

    private <A> A campaign(Function<CampaignServiceBlockingStub, A> call) throws Refused, Unanswered {
        return answered(CampaignServiceGrpc.newBlockingStub(opened()), call);
    }

    private ManagedChannel opened() throws Unanswered {
        if (channel == null) {
            throw new Unanswered(KeepReason.BAD_SETTINGS, safe(unusable));
        }
        return channel;
    }

    /** Makes one call. The retries inside it are safe: whatever it asks has an id, and is done once. */
    private <S extends AbstractStub<S>, A> A answered(S plain, Function<S, A> call) throws Refused, Unanswered {
        String requestId = UUID.randomUUID().toString();
        Metadata headers = new Metadata();
        headers.put(REQUEST_ID, requestId);
        S named = plain.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                .withDeadlineAfter(settings.callDeadline().toNanos(), TimeUnit.NANOSECONDS)
                .withWaitForReady();
        try {
            channel.resetConnectBackoff(); // after a long outage the next try to connect may be two minutes off
            return call.apply(token == null ? named : named.withCallCredentials(token));
        } catch (StatusRuntimeException ended) {
            Status status = ended.getStatus();
            String text = safe(Refusals.text(status, ended.getTrailers())) + " (request " + requestId + ")";
            if (Refusals.isForEver(status, ended.getTrailers())) {
                throw new Refused(Refusals.errorReason(status, ended.getTrailers()), text);
            }
            throw new Unanswered(Refusals.reason(status), text);
        } catch (Throwable fault) { // also an Error: whoever repeats calls must not end by one
            throw new Unanswered(KeepReason.FAILED, safe("the client failed: " + fault));
        }
    }

    private String safe(String text) {
        return SafeText.of(text, new byte[0], token == null ? "" : token.last());
    }

    /** Lets go of the connection. May be called again. */
    @Override
    public void close() {
        if (channel != null) {
            channel.shutdownNow();
        }
    }
}
