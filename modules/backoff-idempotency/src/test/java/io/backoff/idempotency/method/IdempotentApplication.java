package io.backoff.idempotency.method;

import io.backoff.idempotency.autoconfigure.BackoffIdempotencyAutoConfiguration;
import io.backoff.idempotency.autoconfigure.BackoffIdempotencyJsonAutoConfiguration;
import io.backoff.idempotency.claim.IdempotencyMeters;
import io.backoff.idempotency.claim.IdempotencyOutcome;
import io.backoff.idempotency.reactor.BackoffIdempotencyReactorAutoConfiguration;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Applications;
import io.backoff.transaction.BackoffTransactionAutoConfiguration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Applications with idempotent methods, fake time, and keys in memory. */
public final class IdempotentApplication {

    private IdempotentApplication() {}

    public static ApplicationContextRunner with(Class<?>... beans) {
        return Applications.backoff(
                        BackoffReactorAutoConfiguration.class,
                        BackoffIdempotencyAutoConfiguration.class,
                        BackoffIdempotencyJsonAutoConfiguration.class,
                        BackoffIdempotencyReactorAutoConfiguration.class,
                        BackoffTransactionAutoConfiguration.class)
                .withBean(FakeTime.class)
                .withBean(RecordingOutcomes.class)
                .withUserConfiguration(beans);
    }

    /** The outcomes of all calls, oldest first. */
    public static final class RecordingOutcomes implements IdempotencyMeters.Factory {

        private final List<IdempotencyOutcome> outcomes = Collections.synchronizedList(new ArrayList<>());

        @Override
        public IdempotencyMeters create(String store) {
            return outcomes::add;
        }

        public List<IdempotencyOutcome> outcomes() {
            return List.copyOf(outcomes);
        }
    }
}
