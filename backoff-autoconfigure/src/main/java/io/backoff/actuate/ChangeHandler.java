package io.backoff.actuate;

import io.backoff.budget.RetryBudget;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.Author;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.change.SettingsLog;
import io.backoff.config.change.SettingsReload;
import io.backoff.config.policy.Budgets;
import io.backoff.config.policy.PolicyMemory;
import io.backoff.endpoint.ProblemResponse;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.problem.Problem;
import io.backoff.text.TruncatedText;
import java.lang.System.Logger;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * Changes settings for the endpoint, which responds with 400 if the change is rejected and 404 if the name is unknown.
 */
final class ChangeHandler {

    private static final Logger logger = SpringLogger.of(ChangeHandler.class);

    private static final LogMessage CHANGE_REJECTED = LogMessage.warning("Backoff: a change by %s is rejected: %s");

    private static final int LONGEST_REASON = 500;

    private final PolicyStore store;
    private final SettingsReload reload;
    private final Budgets budgets;
    private final PolicyMemory memory;
    private final SettingsLog history;

    ChangeHandler(PolicyStore store, SettingsReload reload, Budgets budgets, PolicyMemory memory, SettingsLog history) {
        this.store = store;
        this.reload = reload;
        this.budgets = budgets;
        this.memory = memory;
        this.history = history;
    }

    /** The latest changes, the newest first. */
    List<ChangeReport> latest() {
        return history.latest().stream().map(ChangeReport::of).toList();
    }

    /**
     * Changes all properties or none.
     *
     * @param change the change; {@code null} if the request could not be read
     */
    WebEndpointResponse<?> change(
            SettingsGroup group, String name, @Nullable Change change, Report report, Author author) {
        return respond(group, name, report, author, () -> {
            if (change == null) {
                return Problems.malformed();
            }
            carryOut(group, name, change, author);
            return null;
        });
    }

    /** Resets a policy or a budget to its configuration. */
    WebEndpointResponse<?> reset(SettingsGroup group, String name, Report report, Author author) {
        return respond(group, name, report, author, () -> {
            store.reset(group, name, author);
            reload.again();
            return null;
        });
    }

    /** Whether the policy or budget exists. */
    boolean isKnown(SettingsGroup group, String name) {
        return store.isKnown(group, name);
    }

    /** Creates the problem for an unknown name. */
    Problem unknown(SettingsGroup group, String name) {
        return Problems.unknown(group, name, known(group));
    }

    /** Rejects a change, and logs its author. */
    WebEndpointResponse<?> reject(Problem problem, Author author) {
        return reject(problem, "", author);
    }

    private static WebEndpointResponse<?> reject(Problem problem, String target, Author author) {
        log(author, target + problem.detail());
        return ProblemResponse.of(problem);
    }

    // Validates the requested tokens first, and refills the budget last, so that either all changes are made or none.
    private void carryOut(SettingsGroup group, String name, Change change, Author author) {
        change.check(group, name);
        Map<String, String> settings = new LinkedHashMap<>(change.properties());
        String tokens = group == SettingsGroup.BUDGETS ? settings.remove(Budgets.TOKENS) : null;
        if (tokens != null) {
            Budgets.checkTokens(name, tokens);
        }
        if (!settings.isEmpty()) {
            store.change(group, name, settings, author);
            reload.again();
        }
        if (tokens != null) {
            history.refilled(name, budgets.refill(name, tokens, memory.keysInUse()), author);
        }
    }

    private WebEndpointResponse<?> respond(
            SettingsGroup group, String name, Report report, Author author, Action action) {
        if (!store.isKnown(group, name)) {
            return reject(unknown(group, name), author);
        }
        try {
            Problem problem = action.run();
            return problem == null
                    ? new WebEndpointResponse<>(report.of(name))
                    : reject(problem, target(group, name), author);
        } catch (InvalidPropertyException invalid) {
            log(author, invalid.property() + ": " + invalid.loggedReason());
            return ProblemResponse.of(Problems.invalid(invalid));
        }
    }

    private static String target(SettingsGroup group, String name) {
        return (group == SettingsGroup.POLICIES ? "policy '" : "budget '") + name + "': ";
    }

    // The log line omits the value, which may be a misplaced secret.
    private static void log(Author author, String reason) {
        CHANGE_REJECTED
                .with(author, TruncatedText.inOneLine(reason, LONGEST_REASON))
                .log(logger);
    }

    private Collection<String> known(SettingsGroup group) {
        return group == SettingsGroup.POLICIES
                ? store.get().keySet()
                : budgets.all().stream().map(RetryBudget::name).toList();
    }

    private interface Action {

        /** Makes the change. Returns the problem with the request; {@code null} if there is none. */
        @Nullable
        Problem run();
    }

    /** Creates the report about the changed policy or budget. */
    @FunctionalInterface
    interface Report {
        @Nullable
        Object of(String name);
    }
}
