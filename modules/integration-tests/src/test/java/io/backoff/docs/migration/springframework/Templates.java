package io.backoff.docs.migration.springframework;

import io.backoff.docs.migration.Warehouse;
import io.backoff.engine.BackoffOperations;
import io.backoff.spring.SpringPolicies;
import org.springframework.core.retry.RetryTemplate;

/** A template with a named policy, and the replacement of the template. */
class Templates {

    private final Warehouse warehouse;

    Templates(Warehouse warehouse) {
        this.warehouse = warehouse;
    }

    String first(SpringPolicies policies) {
        return new RetryTemplate(policies.retryPolicy("warehouse")).invoke(() -> warehouse.reserve("tea"));
    }

    String then(BackoffOperations retries) {
        return retries.call("warehouse", () -> warehouse.reserve("tea"));
    }
}
