package io.backoff.aop;

import io.backoff.classify.FailureRules;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.CurrentPolicy;
import java.util.List;

/** Adds the failure rules of one annotation to a named policy. */
final class AnnotatedPolicy {

    private AnnotatedPolicy() {}

    /** Returns the adapted policy, or the named policy itself if the annotation has no rules. */
    static CurrentPolicy of(
            CurrentPolicy named, List<Class<? extends Throwable>> retryOn, List<Class<? extends Throwable>> abortOn) {
        return retryOn.isEmpty() && abortOn.isEmpty() ? named : named.adapted(base -> adapt(base, retryOn, abortOn));
    }

    private static BackoffPolicy adapt(
            BackoffPolicy base, List<Class<? extends Throwable>> retryOn, List<Class<? extends Throwable>> abortOn) {
        FailureRules rules = base.classifier().rules();
        if (!retryOn.isEmpty()) {
            rules = rules.replaceRetryOn(retryOn);
        }
        return base.withRules(rules.addAbortOn(abortOn));
    }
}
