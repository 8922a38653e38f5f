package io.backoff.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks that the guide explains why a method is rejected at startup: the message of each rejection needs a row in the
 * guide.
 */
public final class Rejections {

    private static final Path PAGE = Docs.GUIDE.resolve("troubleshooting.md");
    private static final int TELLING = 12;
    private static final List<String> EXPLAINED = cells(PAGE, "message").toList();

    private Rejections() {}

    /** Fails unless the guide has a row for the message. */
    public static void areExplained(Throwable failure) {
        String message = failure.getMessage();
        assertThat(EXPLAINED).as(message).anyMatch(text -> matches(text, message));
    }

    private static boolean matches(String text, String message) {
        String pattern = Arrays.stream(text.split("…")).map(Pattern::quote).collect(Collectors.joining(".*"));
        return text.replace("…", "").strip().length() >= TELLING
                && Pattern.compile(pattern, Pattern.DOTALL).matcher(message).find();
    }

    private static Stream<String> cells(Path page, String header) {
        return Docs.tables(page, header).stream()
                .flatMap(table -> table.rows().stream())
                .flatMap(row -> Docs.code(row.get(0)).stream());
    }
}
