package io.backoff.actuate;

import io.backoff.autoconfigure.Budgets;
import io.backoff.autoconfigure.InvalidPropertyException;
import io.backoff.autoconfigure.PolicyStore;
import io.backoff.autoconfigure.Section;
import io.backoff.policy.RetryBudget;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** Changes settings, and responds with the result: 400 if the change is rejected, 404 if the name is unknown. */
final class Changes {

    private final PolicyStore store;
    private final Budgets budgets;

    Changes(PolicyStore store, Budgets budgets) {
        this.store = store;
        this.budgets = budgets;
    }

    /**
     * Changes all properties or none.
     *
     * @param change {@code null} if the request could not be read
     */
    WebEndpointResponse<?> change(Section section, String name, @Nullable Change change, Report report) {
        return respond(section, name, report, () -> {
            if (change == null) {
                return EndpointProblem.malformed();
            }
            carryOut(section, name, change);
            return null;
        });
    }

    /** Back to what is configured. */
    WebEndpointResponse<?> reset(Section section, String name, Report report) {
        return respond(section, name, report, () -> {
            store.reset(section, name);
            return null;
        });
    }

    /** The response to a request for a name that does not exist. */
    WebEndpointResponse<?> unknown(Section section, String name) {
        return EndpointProblem.unknown(section, name, known(section)).response();
    }

    // The tokens are checked first and filled up last, so that either all is changed or nothing.
    private void carryOut(Section section, String name, Change change) {
        Map<String, String> settings = new LinkedHashMap<>(change.properties());
        String tokens = section == Section.BUDGETS ? settings.remove(Budgets.TOKENS) : null;
        if (tokens != null) {
            Budgets.checkTokens(name, tokens);
        }
        if (!settings.isEmpty()) {
            store.change(section, name, settings);
        }
        if (tokens != null) {
            budgets.refill(name, tokens);
        }
    }

    private WebEndpointResponse<?> respond(Section section, String name, Report report, Action action) {
        if (!store.isKnown(section, name)) {
            return unknown(section, name);
        }
        try {
            EndpointProblem problem = action.run();
            return problem == null ? new WebEndpointResponse<>(report.of(name)) : problem.response();
        } catch (InvalidPropertyException invalid) {
            return new WebEndpointResponse<>(Refusal.of(invalid), WebEndpointResponse.STATUS_BAD_REQUEST);
        }
    }

    private Collection<String> known(Section section) {
        return section == Section.POLICIES
                ? store.get().keySet()
                : budgets.all().stream().map(RetryBudget::name).toList();
    }

    private interface Action {

        /** What is wrong with the request, or {@code null}. */
        @Nullable
        EndpointProblem run();
    }

    /** Describes what was changed. */
    @FunctionalInterface
    interface Report {
        @Nullable
        Object of(String name);
    }
}
