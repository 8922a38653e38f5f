package io.backoff.idempotency.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;

import io.backoff.idempotency.web.ResponseForm.Stored;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.context.annotation.ImportRuntimeHints;

class ResponseHintsTests {

    private final RuntimeHints hints = new RuntimeHints();

    @Test
    void nameStoredResponses() {
        new ResponseHints().registerHints(hints, null);
        assertThat(reflection().onType(Stored.class).withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS))
                .accepts(hints);
        assertThat(reflection().onMethodInvocation(Stored.class, "headers")).accepts(hints);
    }

    @Test
    void comeWithTheConfiguration() {
        assertThat(BackoffIdempotencyWebAutoConfiguration.class
                        .getAnnotation(ImportRuntimeHints.class)
                        .value())
                .containsExactly(ResponseHints.class);
    }
}
