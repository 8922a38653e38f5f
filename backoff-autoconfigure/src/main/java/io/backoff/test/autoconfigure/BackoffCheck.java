package io.backoff.test.autoconfigure;

import io.backoff.aop.BackoffAdvisor;

/** Checks that {@link io.backoff.Backoff} has an effect. */
final class BackoffCheck extends AnnotationCheck {

    BackoffCheck() {
        super(BackoffAdvisor.ANNOTATED, "backoffInvoker");
    }
}
