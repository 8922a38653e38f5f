package io.backoff.rewrite;

import io.backoff.rewrite.build.MoveDependencies;
import io.backoff.rewrite.library.RetryLibrary;
import io.backoff.rewrite.springframework.SpringFramework;
import java.util.List;
import org.openrewrite.Recipe;

/** Migrates {@code @Retryable} of Spring Framework 7. */
public final class MigrateSpringFrameworkRetryable extends MigrateRetries {

    @Override
    RetryLibrary library() {
        return new SpringFramework();
    }

    @Override
    public List<Recipe> getRecipeList() {
        return List.of(new MoveDependencies(List.of(), List.of(), List.of(), List.of()));
    }

    @Override
    public String getDisplayName() {
        return "Migrate @Retryable of Spring Framework to Backoff";
    }

    @Override
    public String getDescription() {
        return "Turns `@Retryable` of Spring Framework 7 into `@Backoff` with the same attempts, delays and exceptions. "
                + "Code without an equivalent is not changed, but gets a comment with the reason.";
    }
}
