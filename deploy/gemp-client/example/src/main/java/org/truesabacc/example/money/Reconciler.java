package org.truesabacc.example.money;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.truesabacc.gemp.CampaignClient;
import org.truesabacc.gemp.Refused;
import org.truesabacc.gemp.Unanswered;
import org.truesabacc.v1.Difference;
import org.truesabacc.v1.DifferenceKind;
import org.truesabacc.v1.GempMovement;
import org.truesabacc.v1.LedgerTotals;
import org.truesabacc.v1.ReconcileRequest;
import org.truesabacc.v1.ReconcileResponse;

/**
 * Compares GEMP's books with the ledger's by ids and totals, where nothing is under way. What differs is told, every
 * time until a person has put it right; nothing is put right here, because either side may be the wrong one.
 */
final class Reconciler {
    /** What the service compares in one call. */
    static final int MOST_MOVEMENTS = 5_000;

    /**
     * What came of it.
     *
     * @param differences in words; empty where the books agree
     * @param through number of the last posting of the ledger that was compared
     */
    record Report(List<String> differences, long through) {
        boolean agrees() {
            return differences.isEmpty();
        }
    }

    private final Books books;
    private final CampaignClient service;
    private final int mostMovements;
    private final Step.Watcher watcher;

    Reconciler(Books books, CampaignClient service, int mostMovements, Step.Watcher watcher) {
        this.books = books;
        this.service = service;
        this.mostMovements = mostMovements;
        this.watcher = watcher;
    }

    /** Names all that was not compared before, and goes through all that the ledger has written since. */
    Report compare() throws SQLException, Unanswered {
        Books.Page page = books.open();
        Set<String> ours = page.movements().stream().map(GempMovement::getId).collect(Collectors.toSet());
        List<String> differences = new ArrayList<>();
        long after = page.after();
        int named = 0;
        ReconcileResponse answer;
        do {
            int next = Math.min(named + mostMovements, page.movements().size());
            answer = answer(after, page.movements().subList(named, next));
            answer.getDifferencesList().stream()
                    .filter(each -> !isNamedInAnotherCall(each, ours))
                    .forEach(each -> differences.add(words(each)));
            after = answer.getThrough();
            named = next;
        } while (answer.getMore() || named < page.movements().size());
        compareTotals(page, answer.getTotals(), differences);
        if (differences.isEmpty()) {
            books.agreed(page, after);
        }
        return new Report(differences, after);
    }

    private ReconcileResponse answer(long after, List<GempMovement> movements) throws Unanswered {
        watcher.reached(Step.BOOKS_SENT);
        try {
            ReconcileResponse answer = service.reconcile(ReconcileRequest.newBuilder()
                    .setAfter(after)
                    .addAllMovements(movements)
                    .build());
            watcher.reached(Step.BOOKS_ANSWERED);
            return answer;
        } catch (Refused refused) {
            throw new IllegalStateException("the comparing of books after " + after + " is refused", refused);
        }
    }

    /** Where there is too much for one call, the ledger misses in each what the others name. */
    private static boolean isNamedInAnotherCall(Difference difference, Set<String> ours) {
        return difference.getKind() == DifferenceKind.DIFFERENCE_KIND_MISSING_AT_GEMP
                && ours.contains(difference.getId());
    }

    /** All of ours has been found there by its id: with equal totals, the ledger has nothing besides. */
    private static void compareTotals(Books.Page page, LedgerTotals ledger, List<String> differences) {
        compare("deposited", page.deposited(), ledger.getDeposited().getSilver(), differences);
        compare("applied", page.applied(), ledger.getApplied().getSilver(), differences);
    }

    private static void compare(String what, long ours, long theirs, List<String> differences) {
        if (ours != theirs) {
            differences.add("all that was " + what + ": GEMP " + ours + " silver, ledger " + theirs + " silver");
        }
    }

    private static String words(Difference difference) {
        String kind = difference.getKind().name().substring("DIFFERENCE_KIND_".length());
        String gemp = difference.getGemp().isEmpty() ? "nothing" : difference.getGemp();
        String ledger = difference.getLedger().isEmpty() ? "nothing" : difference.getLedger();
        return kind + " " + difference.getId() + ": GEMP " + gemp + ", ledger " + ledger;
    }
}
