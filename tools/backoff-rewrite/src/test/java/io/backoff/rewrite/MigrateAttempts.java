package io.backoff.rewrite;

import io.backoff.rewrite.config.Configuration;
import io.backoff.rewrite.java.AnnotatedElement;
import io.backoff.rewrite.java.Attributes;
import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.library.RetryLibrary;
import io.backoff.rewrite.library.Translation;
import io.backoff.rewrite.policy.PolicySettings;

/** Migrates a library that knows attempts and nothing else. */
class MigrateAttempts extends MigrateRetries {

    @Override
    RetryLibrary library() {
        return new Attempts();
    }

    @Override
    public String getDisplayName() {
        return "Migrate attempts";
    }

    @Override
    public String getDescription() {
        return "Migrates attempts.";
    }

    private static final class Attempts implements RetryLibrary {

        @Override
        public String annotation() {
            return "org.springframework.retry.annotation.Retryable";
        }

        @Override
        public String guide() {
            return "docs/migration/other.md";
        }

        @Override
        public Translation translate(AnnotatedElement element, Configuration configuration) {
            Attributes attributes = element.attributes();
            if (attributes.has("stateful")) {
                throw new CannotMigrateException("'stateful' has no equivalent", "no-equivalent");
            }
            return Translation.to(PolicySettings.empty()
                    .with("max-attempts", attributes.number("maxAttempts").orElseThrow()));
        }
    }
}
