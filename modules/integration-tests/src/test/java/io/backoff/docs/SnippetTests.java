package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnippetTests {

    private static final Snippet SOURCE = Snippet.of("""
            package io.backoff.docs.code;

            import static java.util.Map.entry;

            import io.backoff.Backoff;
            import io.backoff.docs.code.Order;
            import java.time.Duration;

            class Shop {

                @Backoff("payments")
                Duration charge(Order order) {
                    return Duration.ofSeconds(2); // no Backoff
                }

                void entry() {
                    entry("Duration", "Backoff");
                }
            }
            """);

    @Test
    void needsTheImportsOfWhatItNames() {
        Snippet pasted = Snippet.of("""
                @Backoff("payments")
                Duration charge(Order order) {
                """);
        assertThat(SOURCE.contains(pasted)).isTrue();
        assertThat(SOURCE.importsFor(pasted))
                .containsExactly("import io.backoff.Backoff;", "import java.time.Duration;");
    }

    @Test
    void needsNoImportForTextAndComments() {
        assertThat(SOURCE.importsFor(Snippet.of("entry(\"Duration\", \"Backoff\");")))
                .containsExactly("import static java.util.Map.entry;");
        assertThat(SOURCE.importsFor(Snippet.of("return Duration.ofSeconds(2); // no Backoff")))
                .containsExactly("import java.time.Duration;");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@Backoff(\"payments\")",
                "import io.backoff.*;\n@Backoff(\"payments\")",
                "import io.backoff.Backoff;\nimport java.time.Duration;\n@Backoff(\"payments\")",
            })
    void hasNotItsImports(String text) {
        Snippet pasted = Snippet.of(text);
        assertThat(SOURCE.importsFor(pasted)).isNotEqualTo(pasted.imports());
    }
}
