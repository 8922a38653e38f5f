package io.backoff.rewrite.migration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GuideTests {

    @Test
    void aCommentNamesASectionOnceTheGuideHasAnAddress() {
        assertThat(Guide.pointer("https://example.org/backoff", "docs/migration/spring-retry.md", "delays"))
                .isEqualTo("; see https://example.org/backoff/docs/migration/spring-retry.md#delays");
    }

    @Test
    void aCommentNamesNoFileThatItsReaderDoesNotHave() {
        assertThat(Guide.pointer("", "docs/migration/spring-retry.md", "delays"))
                .isEmpty();
    }
}
