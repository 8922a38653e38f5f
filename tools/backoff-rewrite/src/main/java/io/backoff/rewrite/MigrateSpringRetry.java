package io.backoff.rewrite;

import io.backoff.rewrite.build.MoveDependencies;
import io.backoff.rewrite.library.RetryLibrary;
import io.backoff.rewrite.springretry.SpringRetry;
import java.util.List;
import org.openrewrite.Recipe;

/** Migrates {@code @Retryable} and {@code @Recover} of spring-retry. */
public final class MigrateSpringRetry extends MigrateRetries {

    @Override
    RetryLibrary library() {
        return new SpringRetry();
    }

    @Override
    public List<Recipe> getRecipeList() {
        return List.of(new MoveDependencies(
                List.of("org.springframework.retry:spring-retry"),
                List.of("org.springframework.retry"),
                List.of("spring.cloud"),
                List.of("org.springframework.cloud:*")));
    }

    @Override
    public String getDisplayName() {
        return "Migrate spring-retry to Backoff";
    }

    @Override
    public String getDescription() {
        return "Turns `@Retryable` and `@Recover` of spring-retry into `@Backoff` with the same attempts, delays and "
                + "exceptions. Code without an equivalent is not changed, but gets a comment with the reason.";
    }
}
