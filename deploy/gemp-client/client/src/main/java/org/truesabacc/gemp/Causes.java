package org.truesabacc.gemp;

import io.grpc.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Why no connection was made, out of the long text that gRPC writes of it: a call that waits for a connection ends with
 * its deadline, and the last failure to connect stands in the middle of the description, stack trace included.
 */
final class Causes {
    private static final String PICKED = "Last Pick Failure=Status{";
    private static final Pattern INNER = Pattern.compile("description=(.*?)(?:, cause=|\n|}|$)");
    private static final Pattern CAUSE = Pattern.compile("(?:cause=|Caused by: )([\\w.$]+): ([^\n]*)");
    private static final Pattern OWN_DEADLINE = Pattern.compile(
            "(?:CallOptions |Context )?deadline exceeded|ClientCall started after", Pattern.CASE_INSENSITIVE);
    /** A word of the innermost message or its class, and what it comes to. */
    private static final List<Map.Entry<String, String>> PLAIN_WORDS = List.of(
            Map.entry("PKIX", "the service's certificate is not trusted (PKIX path)"),
            Map.entry("CertPath", "the service's certificate is not trusted (PKIX path)"),
            Map.entry("No subject alternative", "the service's certificate is for another host"),
            Map.entry("No name matching", "the service's certificate is for another host"),
            Map.entry("Connection refused", "nobody listens"),
            Map.entry("UnknownHost", "the host has no address"));

    private Causes() {}

    /** The innermost fault of a connection; empty where the status is about something else. */
    static Optional<String> ofConnection(Status status) {
        String said = said(status);
        int at = said.indexOf(PICKED);
        String tail = at < 0 ? said : said.substring(at + PICKED.length());
        if (tail.contains("NotSslRecordException")) {
            return Optional.of("what listens there does not speak TLS (not an SSL/TLS record)");
        }
        Optional<String> cause = innermost(tail);
        if (cause.isPresent() || at < 0) {
            return cause;
        }
        Matcher inner = INNER.matcher(tail);
        return Optional.of(inner.find() ? inner.group(1) : "no connection");
    }

    /** Whether a status is only that a call's time was over, as gRPC itself says it here. */
    static boolean isOwnDeadline(Status status) {
        return status.getCode() == Status.Code.DEADLINE_EXCEEDED
                && status.getDescription() != null
                && OWN_DEADLINE.matcher(status.getDescription()).lookingAt();
    }

    private static String said(Status status) {
        StringBuilder said = new StringBuilder();
        if (isOwnDeadline(status)) {
            said.append(status.getDescription());
        }
        Stream.iterate(status.getCause(), fault -> fault != null, Throwable::getCause)
                .limit(20)
                .forEach(fault -> said.append("\nCaused by: ").append(fault));
        return said.toString();
    }

    private static Optional<String> innermost(String text) {
        Matcher cause = CAUSE.matcher(text);
        String found = null;
        while (cause.find()) {
            String type = cause.group(1).substring(cause.group(1).lastIndexOf('.') + 1);
            boolean lessSaid = found != null && found.contains(": Connection refused: ");
            found = lessSaid ? found : inPlainWords(type, cause.group(2));
        }
        return Optional.ofNullable(found);
    }

    private static String inPlainWords(String type, String message) {
        for (Map.Entry<String, String> words : PLAIN_WORDS) {
            int at = message.indexOf(words.getKey());
            if (at >= 0 || type.contains(words.getKey())) {
                return words.getValue() + ": "
                        + (words.getKey().equals("Connection refused") ? message.substring(at) : message);
            }
        }
        return type + ": " + message;
    }
}
