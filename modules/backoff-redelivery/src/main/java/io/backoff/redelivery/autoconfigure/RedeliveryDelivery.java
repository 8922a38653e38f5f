package io.backoff.redelivery.autoconfigure;

import com.github.kagkarlsson.scheduler.task.FailureHandler;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.backoff.autoconfigure.RetryExecutors;
import io.backoff.config.InvalidPropertyException;
import io.backoff.engine.TimeSource;
import io.backoff.redelivery.call.CallScheduler;
import io.backoff.redelivery.call.CallStore;
import io.backoff.redelivery.call.CallTable;
import io.backoff.redelivery.call.DeadLetters;
import io.backoff.redelivery.call.RedeliveryActions;
import io.backoff.redelivery.call.StoredCall;
import io.backoff.redelivery.call.StoredCallCodec;
import io.backoff.redelivery.delivery.CallEnds;
import io.backoff.redelivery.delivery.DeadLetterRetention;
import io.backoff.redelivery.delivery.DeliveryPauses;
import io.backoff.redelivery.delivery.HeldCalls;
import io.backoff.redelivery.delivery.RedeliveryHousekeeping;
import io.backoff.redelivery.delivery.RedeliveryTaskHandler;
import io.backoff.redelivery.delivery.StoredCallCounts;
import io.backoff.redelivery.method.RedeliveredMethods;
import java.time.Duration;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Configures the beans that store calls, deliver them, and hold them while delivery is paused. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RedeliveryProperties.class)
class RedeliveryDelivery {

    private static final String THREADS = "backoff-redelivery-";

    private final ObjectProvider<RedeliveryActions> actions;

    RedeliveryDelivery(ObjectProvider<RedeliveryActions> actions) {
        this.actions = actions;
    }

    @Bean
    CallStore backoffCallStore(CallScheduler scheduler, StoredCallCodec codec, TimeSource time) {
        return new CallStore(scheduler, codec, actions(), time);
    }

    @Bean
    DeliveryPauses backoffDeliveryPauses(CallScheduler scheduler, CallTable table, TimeSource time) {
        return new DeliveryPauses(scheduler, table, time);
    }

    @Bean
    HeldCalls backoffHeldCalls(
            RedeliveredMethods methods,
            DeliveryPauses pauses,
            CallTable table,
            CallScheduler scheduler,
            TimeSource time) {
        return new HeldCalls(methods, pauses, table, scheduler, time);
    }

    @Bean
    RedeliveryTaskHandler backoffRedeliveryTaskHandler(
            RedeliveredMethods methods,
            StoredCallCodec codec,
            HeldCalls held,
            ApplicationEventPublisher events,
            TimeSource time) {
        return new RedeliveryTaskHandler(
                methods, codec, new CallEnds(events::publishEvent, actions(), time), held, time);
    }

    @Bean
    Task<StoredCall> backoffRedeliveryTask(RedeliveryTaskHandler handler) {
        return task(CallStore.TASK, handler);
    }

    /** Never due. Registered so that db-scheduler does not delete its rows as unresolved. */
    @Bean
    Task<StoredCall> backoffDeadLetterTask(RedeliveryTaskHandler handler) {
        return task(DeadLetters.TASK, handler);
    }

    /** Never due, like dead letters. */
    @Bean
    Task<Void> backoffRedeliveryPauseTask() {
        return Tasks.custom(DeliveryPauses.TASK, Void.class)
                .execute((instance, context) ->
                        (complete, operations) -> operations.reschedule(complete, DeadLetters.END_OF_TIME));
    }

    @Bean
    StoredCallCounts backoffStoredCallCounts(CallTable table, TimeSource time, Environment environment) {
        return new StoredCallCounts(table, RetryExecutors.executor(environment, THREADS), time);
    }

    @Bean
    DeadLetterRetention backoffDeadLetterRetention(
            DeadLetters letters, RedeliveryProperties properties, Environment environment, TimeSource time) {
        Duration retention = properties.deadLetterRetention();
        rejectNegative(retention, environment);
        return new DeadLetterRetention(letters, actions(), retention, time);
    }

    private static void rejectNegative(Duration retention, Environment environment) {
        if (retention.isNegative()) {
            throw InvalidPropertyException.of(
                    environment,
                    "backoff.redelivery.dead-letter-retention",
                    retention,
                    "it is negative",
                    "Use 0 to keep dead letters forever.");
        }
    }

    @Bean
    RedeliveryHousekeeping backoffRedeliveryHousekeeping(
            RedeliveredMethods methods,
            HeldCalls held,
            DeadLetterRetention retention,
            StoredCallCounts counts,
            TimeSource time) {
        // Releasing calls first: users may wait for it.
        return new RedeliveryHousekeeping(methods, List.of(held::tidyUp, retention), counts.threads(), time);
    }

    private static Task<StoredCall> task(String name, RedeliveryTaskHandler handler) {
        return Tasks.custom(name, StoredCall.class)
                .onFailure(new FailureHandler.OnFailureRetryLater<>(RedeliveryTaskHandler.NOT_FOUND))
                .onDeadExecution(handler::takeOver)
                .execute((instance, context) ->
                        handler.run(instance, context.getExecution().getExecutionTime()));
    }

    private RedeliveryActions actions() {
        return actions.getIfAvailable(() -> RedeliveryActions.NONE);
    }
}
