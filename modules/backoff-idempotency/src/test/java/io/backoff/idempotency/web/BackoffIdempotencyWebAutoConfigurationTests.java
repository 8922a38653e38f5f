package io.backoff.idempotency.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;

import io.backoff.idempotency.web.ResponseForm.Stored;
import io.backoff.problem.ProblemHandler;
import io.backoff.problem.ProblemResolver;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.ImportRuntimeHints;

class BackoffIdempotencyWebAutoConfigurationTests {

    private final WebApplicationContextRunner servlets = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(BackoffIdempotencyWebAutoConfiguration.class));

    private final ReactiveWebApplicationContextRunner reactive = new ReactiveWebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(BackoffIdempotencyWebAutoConfiguration.class));
    private final RuntimeHints hints = new RuntimeHints();

    @Test
    void needsNoSpringMvc() {
        servlets.withClassLoader(new FilteredClassLoader("org.springframework.web.servlet"))
                .run(running -> assertThat(running).hasNotFailed().doesNotHaveBean("backoffDuplicateResolver"));
    }

    @Test
    void needsNoServlets() {
        reactive.withClassLoader(new FilteredClassLoader("jakarta.servlet", "org.springframework.web.servlet"))
                .run(running -> assertThat(running).hasNotFailed().hasSingleBean(ProblemHandler.class));
    }

    @Test
    void needsNoReactor() {
        servlets.withClassLoader(new FilteredClassLoader("reactor.", "org.springframework.web.reactive"))
                .run(running -> assertThat(running).hasNotFailed().hasSingleBean(ProblemResolver.class));
    }

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
