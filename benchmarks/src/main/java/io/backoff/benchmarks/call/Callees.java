package io.backoff.benchmarks.call;

import io.backoff.Backoff;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import org.springframework.resilience.annotation.Retryable;

/**
 * Variants of one method, which the contestants guard in different ways. If attempts fail with an {@link IOException},
 * a contestant that retries makes up to three attempts, without delays.
 */
final class Callees {

    private Callees() {}

    /** An unguarded method. */
    static class Plain implements Callee {

        private final Work work;

        Plain(Work work) {
            this.work = work;
        }

        @Override
        public Object call(Object argument) throws Exception {
            return work.attempt(argument);
        }
    }

    static class Noop extends Plain {

        Noop(Work work) {
            super(work);
        }

        @Override
        @Marked
        public Object call(Object argument) throws Exception {
            return super.call(argument);
        }
    }

    static class Guarded extends Plain {

        Guarded(Work work) {
            super(work);
        }

        @Override
        @Backoff
        public Object call(Object argument) throws Exception {
            return super.call(argument);
        }
    }

    static class Keyed extends Plain {

        Keyed(Work work) {
            super(work);
        }

        @Override
        @Backoff(key = "#argument")
        public Object call(Object argument) throws Exception {
            return super.call(argument);
        }
    }

    static class OfFramework extends Plain {

        OfFramework(Work work) {
            super(work);
        }

        @Override
        @Retryable(includes = IOException.class, maxRetries = 2, delay = 0)
        public Object call(Object argument) throws Exception {
            return super.call(argument);
        }
    }

    static class OfSpringRetry extends Plain {

        OfSpringRetry(Work work) {
            super(work);
        }

        @Override
        @org.springframework.retry.annotation.Retryable(
                retryFor = IOException.class,
                maxAttempts = 3,
                backoff = @org.springframework.retry.annotation.Backoff(delay = 0))
        public Object call(Object argument) throws Exception {
            return super.call(argument);
        }
    }

    static class OfResilience4j extends Plain {

        OfResilience4j(Work work) {
            super(work);
        }

        @Override
        @Retry(name = "default")
        public Object call(Object argument) throws Exception {
            return super.call(argument);
        }
    }
}
