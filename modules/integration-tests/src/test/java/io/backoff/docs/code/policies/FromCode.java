package io.backoff.docs.code.policies;

import io.backoff.docs.code.policies.Provider.Alerts;
import io.backoff.docs.code.policies.Provider.Order;
import io.backoff.docs.code.policies.Provider.Receipt;
import io.backoff.docs.code.policies.Provider.Status;
import io.backoff.engine.BackoffListener;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.CurrentAttempt;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.StopReason;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.springframework.context.annotation.Bean;

/** Policies: calls from code. */
class FromCode {

    private final Alerts alerts;

    FromCode(Alerts alerts) {
        this.alerts = alerts;
    }

    void call(BackoffOperations operations, Provider provider, Order order) {
        Receipt receipt = operations.call("payments", () -> provider.charge(order));
        CompletableFuture<Receipt> later = operations.callAsync("payments", () -> provider.chargeLater(order));
        Status status = operations.poll("status", () -> provider.status(order), Status::done);
    }

    void confirm(BackoffOperations operations, Provider provider, Order order) throws IOException {
        operations.run("payments", () -> provider.confirm(order));
    }

    Receipt variables(BackoffOperations operations, Supplier<Receipt> charge, Runnable confirm) {
        operations.run("payments", confirm::run);
        return operations.call("payments", charge::get);
    }

    void attempt() {
        boolean last = CurrentAttempt.get().map(CurrentAttempt::isLast).orElse(true);
    }

    void preview(BackoffPolicies policies) {
        policies.get("payments").schedule(3).forEach(System.out::println);
    }

    @Bean
    BackoffListener alarm() {
        return decision -> {
            if (decision.stopReason() == StopReason.BUDGET_DENIED) {
                alerts.send(decision.policy() + " is out of budget");
            }
        };
    }
}
