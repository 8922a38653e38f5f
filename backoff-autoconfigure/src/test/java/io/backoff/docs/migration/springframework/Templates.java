package io.backoff.docs.migration.springframework;

import io.backoff.docs.migration.Warehouse;
import io.backoff.engine.BackoffOperations;
import io.backoff.spring.SpringPolicies;
import org.springframework.core.retry.RetryTemplate;

/** A template that takes a named policy, and what takes the place of the template. */
public class Templates {

    private final Warehouse warehouse;
    private final SpringPolicies policies;
    private final BackoffOperations retries;

    public Templates(Warehouse warehouse, SpringPolicies policies, BackoffOperations retries) {
        this.warehouse = warehouse;
        this.policies = policies;
        this.retries = retries;
    }

    public String first() {
        String reserved = new RetryTemplate(policies.retryPolicy("warehouse")).invoke(() -> warehouse.reserve("tea"));
        return reserved;
    }

    public String then() throws Exception {
        String reserved = retries.call("warehouse", () -> warehouse.reserve("tea"));
        return reserved;
    }
}
