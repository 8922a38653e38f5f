package io.backoff.aop;

import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.FailureRules;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A named policy with the rules of one annotation on top; follows changes of the named policy. */
final class AnnotatedPolicy implements Supplier<BackoffPolicy> {

    private final Supplier<BackoffPolicy> named;
    private final List<Class<? extends Throwable>> retryOn;
    private final List<Class<? extends Throwable>> abortOn;
    private volatile @Nullable Derived derived;

    private AnnotatedPolicy(
            Supplier<BackoffPolicy> named,
            List<Class<? extends Throwable>> retryOn,
            List<Class<? extends Throwable>> abortOn) {
        this.named = named;
        this.retryOn = retryOn;
        this.abortOn = abortOn;
    }

    /** The named policy itself, if the annotation has no rules. */
    static Supplier<BackoffPolicy> of(
            Supplier<BackoffPolicy> named,
            List<Class<? extends Throwable>> retryOn,
            List<Class<? extends Throwable>> abortOn) {
        return retryOn.isEmpty() && abortOn.isEmpty() ? named : new AnnotatedPolicy(named, retryOn, abortOn);
    }

    @Override
    public BackoffPolicy get() {
        BackoffPolicy base = named.get();
        Derived known = derived;
        // By identity: a policy is immutable, so another object stands for a change.
        if (known == null || known.base != base) {
            known = new Derived(base, derive(base));
            derived = known;
        }
        return known.policy;
    }

    private BackoffPolicy derive(BackoffPolicy base) {
        FailureRules rules = base.classifier().rules();
        if (!retryOn.isEmpty()) {
            rules = rules.replaceRetryOn(retryOn);
        }
        return base.withRules(rules.addAbortOn(abortOn));
    }

    private record Derived(BackoffPolicy base, BackoffPolicy policy) {}
}
