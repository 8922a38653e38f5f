package io.backoff.rewrite;

import io.backoff.rewrite.library.RetryLibrary;
import io.backoff.rewrite.springretry.SpringRetry;

/** Migrates {@code @Retryable} and {@code @Recover} of spring-retry. */
public final class MigrateSpringRetry extends MigrateRetries {

    @Override
    RetryLibrary library() {
        return new SpringRetry();
    }

    @Override
    public String getDisplayName() {
        return "Migrate spring-retry to Backoff";
    }

    @Override
    public String getDescription() {
        return "Turns `@Retryable` and `@Recover` of spring-retry into `@Backoff` with the same attempts, delays and "
                + "exceptions. What cannot be carried over stays, with a comment that says why.";
    }
}
