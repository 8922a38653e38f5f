package io.backoff.docs;

import io.backoff.testkit.Docs.Block;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Console sessions: requests as readers type them, and the responses. */
final class Console {

    private static final Pattern OPTION = Pattern.compile("(?s) -(\\w) (?:'([^']*)'|(\\S+))");
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private Console() {}

    /** The exchanges in a block: each line that begins with <code>$ curl</code>, and the lines below it. */
    static List<Exchange> exchanges(Block block) {
        return Arrays.stream(block.text().split("(?m)^\\$ curl"))
                .filter(each -> !each.isBlank())
                .map(each -> each.replace("\\\n", " "))
                .map(each -> new Exchange(each.lines().findFirst().orElseThrow(), each.replaceFirst("[^\n]*\n?", "")))
                .toList();
    }

    /** A pattern for the shown text: omitted parts match anything, and so does white space. */
    static Pattern like(String shown) {
        return Pattern.compile(
                Arrays.stream(shown.trim().split("\\s*\\.\\.\\.\\s*", -1))
                        .map(part -> Arrays.stream(part.split("\\s+"))
                                .map(Pattern::quote)
                                .collect(Collectors.joining("\\s*")))
                        .collect(Collectors.joining(".*")),
                Pattern.DOTALL);
    }

    /**
     * A request and its response.
     *
     * @param command the arguments of {@code curl}
     * @param expected the response, where {@code ...} stands for omitted parts
     */
    record Exchange(String command, String expected) {

        /** Sends the request to the server on this port and returns its response. */
        String response(int port) {
            String method = "GET";
            String body = "";
            HttpRequest.Builder request = HttpRequest.newBuilder();
            Matcher options = OPTION.matcher(command);
            while (options.find()) {
                String value = options.group(2) != null ? options.group(2) : options.group(3);
                switch (options.group(1)) {
                    case "X" -> method = value;
                    case "d" -> body = value;
                    case "H" -> request.header(value.split(": ")[0], value.split(": ")[1]);
                    default -> throw new AssertionError("An option that is not known: " + options.group());
                }
            }
            String address =
                    OPTION.matcher(command).replaceAll("").replace("'", "").trim();
            request.uri(URI.create("http://" + address.replace("localhost:8080", "localhost:" + port)));
            try {
                return CLIENT.send(
                                request.method(method, BodyPublishers.ofString(body))
                                        .build(),
                                BodyHandlers.ofString())
                        .body();
            } catch (IOException | InterruptedException failure) {
                throw new AssertionError(command, failure);
            }
        }
    }
}
