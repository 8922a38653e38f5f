package io.backoff.docs.code.policies;

import io.backoff.docs.code.policies.Provider.Order;
import io.backoff.docs.code.policies.Provider.Receipt;
import io.backoff.docs.code.policies.Provider.Status;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.CurrentAttempt;
import java.util.concurrent.CompletableFuture;

/** Policies: calls from code. */
class FromCode {

    void call(BackoffOperations operations, Provider provider, Order order) {
        Receipt receipt = operations.call("payments", () -> provider.charge(order));
        CompletableFuture<Receipt> later = operations.callAsync("payments", () -> provider.chargeLater(order));
        Status status = operations.poll("status", () -> provider.status(order), Status::done);
    }

    void attempt() {
        boolean last = CurrentAttempt.get().map(CurrentAttempt::isLast).orElse(true);
    }
}
