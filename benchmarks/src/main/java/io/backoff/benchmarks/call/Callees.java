package io.backoff.benchmarks.call;

import io.backoff.Backoff;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.transaction.annotation.Transactional;

/** The same method, guarded by each contestant in its own way: three attempts, no delay, I/O failures. */
final class Callees {

    private Callees() {}

    /** Not guarded. */
    static class Plain implements Callee {

        private final Failures failures;

        Plain(Failures failures) {
            this.failures = failures;
        }

        @Override
        public Object call(Object argument) throws Exception {
            return failures.attempt(argument);
        }
    }

    static class Noop extends Plain {

        Noop(Failures failures) {
            super(failures);
        }

        @Override
        @Marked
        public Object call(Object argument) throws Exception {
            return super.call(argument);
        }
    }

    static class TransactionalNoop extends Plain {

        TransactionalNoop(Failures failures) {
            super(failures);
        }

        @Override
        @Marked
        @Transactional
        public Object call(Object argument) throws Exception {
            return super.call(argument);
        }
    }

    static class Guarded extends Plain {

        Guarded(Failures failures) {
            super(failures);
        }

        @Override
        @Backoff
        public Object call(Object argument) throws Exception {
            return super.call(argument);
        }
    }

    static class TransactionalGuarded extends Plain {

        TransactionalGuarded(Failures failures) {
            super(failures);
        }

        @Override
        @Backoff
        @Transactional
        public Object call(Object argument) throws Exception {
            return super.call(argument);
        }
    }

    static class OfFramework extends Plain {

        OfFramework(Failures failures) {
            super(failures);
        }

        @Override
        @Retryable(includes = IOException.class, maxRetries = 2, delay = 0)
        public Object call(Object argument) throws Exception {
            return super.call(argument);
        }
    }

    static class OfSpringRetry extends Plain {

        OfSpringRetry(Failures failures) {
            super(failures);
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

        OfResilience4j(Failures failures) {
            super(failures);
        }

        @Override
        @Retry(name = "default")
        public Object call(Object argument) throws Exception {
            return super.call(argument);
        }
    }
}
