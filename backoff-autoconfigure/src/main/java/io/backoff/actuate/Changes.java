package io.backoff.actuate;

import io.backoff.budget.RetryBudget;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.Section;
import io.backoff.config.change.Author;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.change.SettingChanges;
import io.backoff.config.policy.Budgets;
import io.backoff.endpoint.EndpointProblem;
import io.backoff.logging.SpringLogger;
import io.backoff.message.SettingMessage;
import io.backoff.text.Shortened;
import java.lang.System.Logger;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** Changes settings, and responds with the result: 400 if the change is rejected, 404 if the name is unknown. */
final class Changes {

    private static final Logger logger = SpringLogger.of(Changes.class);
    private static final int LONGEST_REASON = 500;

    private final PolicyStore store;
    private final Budgets budgets;
    private final SettingChanges history;

    Changes(PolicyStore store, Budgets budgets, SettingChanges history) {
        this.store = store;
        this.budgets = budgets;
        this.history = history;
    }

    /** Those that were made lately, the newest first. */
    List<ChangeReport> latest() {
        return history.latest().stream().map(ChangeReport::of).toList();
    }

    /**
     * Changes all properties or none.
     *
     * @param change {@code null} if the request could not be read
     */
    WebEndpointResponse<?> change(Section section, String name, @Nullable Change change, Report report, Author author) {
        return respond(section, name, report, author, () -> {
            if (change == null) {
                return Problems.malformed();
            }
            carryOut(section, name, change, author);
            return null;
        });
    }

    /** Back to what is configured. */
    WebEndpointResponse<?> reset(Section section, String name, Report report, Author author) {
        return respond(section, name, report, author, () -> {
            store.reset(section, name, author);
            return null;
        });
    }

    /** The problem that there is nothing of that name. */
    EndpointProblem unknown(Section section, String name) {
        return Problems.unknown(section, name, known(section));
    }

    /** The response to a change that cannot be made; says in the log who wanted to make it. */
    WebEndpointResponse<?> reject(EndpointProblem problem, Author author) {
        return reject(problem, "", author);
    }

    private static WebEndpointResponse<?> reject(EndpointProblem problem, String target, Author author) {
        log(author, target + problem.detail());
        return problem.response();
    }

    // The tokens are checked first and filled up last, so that either all is changed or nothing.
    private void carryOut(Section section, String name, Change change, Author author) {
        Map<String, String> settings = new LinkedHashMap<>(change.properties());
        String tokens = section == Section.BUDGETS ? settings.remove(Budgets.TOKENS) : null;
        if (tokens != null) {
            Budgets.checkTokens(name, tokens);
        }
        if (!settings.isEmpty()) {
            store.change(section, name, settings, author);
        }
        if (tokens != null) {
            history.refilled(name, budgets.refill(name, tokens), author);
        }
    }

    private WebEndpointResponse<?> respond(Section section, String name, Report report, Author author, Action action) {
        if (!store.isKnown(section, name)) {
            return reject(unknown(section, name), author);
        }
        try {
            EndpointProblem problem = action.run();
            return problem == null
                    ? new WebEndpointResponse<>(report.of(name))
                    : reject(problem, (section == Section.POLICIES ? "policy '" : "budget '") + name + "': ", author);
        } catch (InvalidPropertyException invalid) {
            log(author, invalid.property() + ": " + invalid.reason());
            return Problems.invalid(invalid).response();
        }
    }

    // Without the value, which need not be one of ours: the property may be one that does not exist.
    private static void log(Author author, String reason) {
        SettingMessage.CHANGE_REJECTED
                .with(author, Shortened.inOneLine(reason, LONGEST_REASON))
                .log(logger);
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
