package io.backoff.method;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Methods that another library retries under one of our policies or budgets. A dry run cannot simulate those retries,
 * so it lists the methods.
 */
public interface RetriesOfOthers {

    /** Returns the methods known so far. */
    List<Retried> retried();

    /**
     * A method that another library retries.
     *
     * @param method {@code Class.method}, the value of the meter tag {@code method}
     * @param policy the value of the meter tag {@code policy}
     * @param budget the budget of its retries; {@code null} if none limits them
     */
    record Retried(String method, String policy, @Nullable String budget) {}
}
