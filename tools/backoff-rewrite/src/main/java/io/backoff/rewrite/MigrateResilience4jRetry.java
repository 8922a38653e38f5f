package io.backoff.rewrite;

import io.backoff.rewrite.build.MoveDependencies;
import io.backoff.rewrite.library.RetryLibrary;
import io.backoff.rewrite.resilience4j.Resilience4j;
import java.util.List;
import org.openrewrite.Recipe;

/** Migrates {@code @Retry} of Resilience4j, with the properties of its instances. */
public final class MigrateResilience4jRetry extends MigrateRetries {

    @Override
    RetryLibrary library() {
        return new Resilience4j();
    }

    @Override
    public List<Recipe> getRecipeList() {
        return List.of(new MoveDependencies(
                List.of("io.github.resilience4j:*"),
                List.of("io.github.resilience4j"),
                List.of("resilience4j"),
                List.of("org.springframework.cloud:*")));
    }

    @Override
    public String getDisplayName() {
        return "Migrate retries of Resilience4j to Backoff";
    }

    @Override
    public String getDescription() {
        return "Turns `@Retry` of Resilience4j into `@Backoff`, and its instances into policies with the same attempts, "
                + "delays and exceptions. Code without an equivalent is not changed, but gets a comment with the reason.";
    }
}
