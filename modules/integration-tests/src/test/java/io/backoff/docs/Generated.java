package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.Docs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Files of the documentation that the build writes, wholly or in part. */
public final class Generated {

    private static final Path OUTPUT = Docs.root().resolve("modules/integration-tests/target/docs");
    private static final Pattern PART =
            Pattern.compile("(<!-- generated: (.*?) -->\n).*?(<!-- end -->)", Pattern.DOTALL);

    private Generated() {}

    /** Fails unless the file has this content, which it leaves in {@code target/docs} to be copied. */
    public static void assertContent(Path file, String content) {
        Path output = OUTPUT.resolve(Docs.root().relativize(file));
        try {
            Files.createDirectories(output.getParent());
            Files.writeString(output, content);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        assertThat(file)
                .withFailMessage("%s is not what the code yields now: copy %s over it", file, output)
                .exists()
                .hasContent(content);
    }

    /** Fails unless the generated parts of the page are what the function yields for the name of each. */
    static void assertParts(Path page, UnaryOperator<String> part) {
        String text = String.join("\n", Docs.lines(page)) + "\n";
        assertThat(PART.matcher(text).results()).isNotEmpty();
        assertContent(page, PART.matcher(text).replaceAll(found -> replacement(found, part)));
    }

    private static String replacement(MatchResult found, UnaryOperator<String> part) {
        return Matcher.quoteReplacement(found.group(1) + part.apply(found.group(2)) + found.group(3));
    }
}
