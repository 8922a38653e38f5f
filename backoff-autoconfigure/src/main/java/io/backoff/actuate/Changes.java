package io.backoff.actuate;

import io.backoff.autoconfigure.Budgets;
import io.backoff.autoconfigure.InvalidPropertyException;
import io.backoff.autoconfigure.PolicyStore;
import io.backoff.autoconfigure.Section;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** Changes settings, and answers with what has become of them: 400 when it was refused, 404 when there are none. */
final class Changes {

    private final PolicyStore store;
    private final Budgets budgets;

    Changes(PolicyStore store, Budgets budgets) {
        this.store = store;
        this.budgets = budgets;
    }

    /** One field, or the tokens of a budget. */
    WebEndpointResponse<?> change(Section section, String name, Change change, Report report) {
        return respond(section, name, report, () -> {
            if (section == Section.BUDGETS && Budgets.isTokens(change.property)) {
                budgets.refill(name, change.value);
            } else {
                store.change(section, name, change.property, change.value);
            }
        });
    }

    /** Back to what is configured. */
    WebEndpointResponse<?> reset(Section section, String name, Report report) {
        return respond(section, name, report, () -> store.reset(section, name));
    }

    private WebEndpointResponse<?> respond(Section section, String name, Report report, Runnable action) {
        if (!store.isKnown(section, name)) {
            return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
        }
        try {
            action.run();
        } catch (InvalidPropertyException invalid) {
            return new WebEndpointResponse<>(Refusal.of(invalid), WebEndpointResponse.STATUS_BAD_REQUEST);
        }
        return new WebEndpointResponse<>(report.of(name));
    }

    /** A property and what it is to be. */
    record Change(String property, String value) {}

    /** Describes what was changed. */
    @FunctionalInterface
    interface Report {
        @Nullable
        Object of(String name);
    }
}
