package io.backoff.idempotency;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.idempotency.json.BackoffIdempotencyJsonAutoConfiguration;
import io.backoff.idempotency.reactor.BackoffIdempotencyReactorAutoConfiguration;
import io.backoff.idempotency.tx.BackoffIdempotencyTransactionAutoConfiguration;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import io.backoff.test.FakeTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Applications with idempotent methods, fake time, and keys in memory. */
final class IdempotentApplication {

    private IdempotentApplication() {}

    static ApplicationContextRunner with(Class<?>... beans) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        AopAutoConfiguration.class,
                        BackoffAutoConfiguration.class,
                        BackoffReactorAutoConfiguration.class,
                        BackoffIdempotencyAutoConfiguration.class,
                        BackoffIdempotencyJsonAutoConfiguration.class,
                        BackoffIdempotencyReactorAutoConfiguration.class,
                        BackoffIdempotencyTransactionAutoConfiguration.class))
                .withBean(FakeTime.class)
                .withBean(RecordingOutcomes.class)
                .withUserConfiguration(beans);
    }

    /** The outcomes of all calls, oldest first. */
    static final class RecordingOutcomes implements IdempotencyMeters.Factory {

        private final List<IdempotencyOutcome> outcomes = Collections.synchronizedList(new ArrayList<>());

        @Override
        public IdempotencyMeters create(String store) {
            return outcomes::add;
        }

        List<IdempotencyOutcome> outcomes() {
            return List.copyOf(outcomes);
        }
    }
}
