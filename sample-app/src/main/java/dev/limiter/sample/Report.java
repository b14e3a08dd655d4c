package dev.limiter.sample;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** What is printed at the end: plain, aligned, at most 100 columns. */
final class Report {

    private static final String OTHER = "  other's 429s";

    private final PrintStream out;

    Report(PrintStream out) {
        this.out = out;
    }

    /** Prints the table, the notes and the claims. Says whether all of these held. */
    boolean print(List<Part> parts) {
        table(parts);
        parts.forEach(this::notes);
        return claims(parts.stream().flatMap(part -> part.claims().stream()).toList());
    }

    private void table(List<Part> parts) {
        boolean others =
                parts.stream().flatMap(part -> part.runs().stream()).anyMatch(run -> run.otherRefused() != null);
        this.out.println();
        this.out.printf(
                "%-28s%10s%8s%8s%9s%10s%12s%s%n",
                "", "requests", "201s", "429s", "retries", "time", "quota used", others ? OTHER : "");
        for (Part part : parts) {
            String letter = part.letter();
            for (Run run : part.runs()) {
                String other =
                        (run.otherRefused() != null) ? ("%" + OTHER.length() + "d").formatted(run.otherRefused()) : "";
                this.out.println(row(letter, run) + other);
                letter = "";
            }
        }
    }

    private static String row(String letter, Run run) {
        return String.format(
                Locale.ROOT,
                "%-4s%-24s%10d%8d%8d%9d%8.1f s%10.0f %%",
                letter,
                run.name(),
                run.requests(),
                run.accepted(),
                run.refused(),
                run.retries(),
                run.time().toMillis() / 1e3,
                100 * run.quotaUsed());
    }

    private void notes(Part part) {
        if (!part.notes().isEmpty()) {
            this.out.println();
        }
        String letter = part.letter();
        for (String note : part.notes()) {
            this.out.printf("%-4s%s%n", letter, note);
            letter = "";
        }
    }

    private boolean claims(List<Claim> claims) {
        this.out.println();
        for (Claim claim : claims) {
            this.out.println(
                    claim.held()
                            ? "  held    " + claim.text()
                            : "  FAILED  %s: %s".formatted(claim.text(), claim.seen()));
        }
        long failed = claims.stream().filter(claim -> !claim.held()).count();
        this.out.println();
        this.out.println(
                (failed == 0)
                        ? "All %d held.".formatted(claims.size())
                        : "%d of %d did not hold.".formatted(failed, claims.size()));
        return failed == 0;
    }
}
