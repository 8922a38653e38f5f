package io.backoff.engine.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.budget.RetryBudget;
import io.backoff.budget.Withdrawal;
import io.backoff.classify.Classifiers;
import io.backoff.classify.ResultRule;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.delay.Delay;
import io.backoff.engine.TimeLeft;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Delays;
import io.backoff.policy.Limits;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The specification of every call: what follows an attempt that did not succeed, and what the budget is charged.
 *
 * <p>Unless a row says otherwise, the policy allows 3 attempts and 60 s, the delay before the next attempt is 2 s, the
 * first attempt has just failed after 10 s, and nothing surrounds the call. What a row says:
 *
 * <pre>
 * rules      GUARDED: @Backoff, operations, deliveries of messages, simulations; STORED: @Redeliver, publications;
 *            ADOPTED: other libraries, governed; OBSERVED: other libraries, only counted
 * verdict    on the failure or result; 'after 5 s' is the delay that the callee asked for, of which the delay is the rest
 * state      of the call, as far as it differs from above
 * budget     what it would answer
 * step       'again after' a delay, or the reason for the end
 * charged    what the budget was asked for and answered; nothing if it was not asked
 * </pre>
 */
class DeciderTests {

    private static final Duration DELAY = Duration.ofSeconds(2);
    private static final Pattern HINT = Pattern.compile("(.*) after (\\d+) s");

    private boolean drawn;
    private boolean asked;

    @ParameterizedTest(name = "{0}, {1}, {2}, {3}: {4}, {5}")
    @CsvSource(delimiter = '|', textBlock = """
    # rules  | verdict                | state                                     | budget  | step                       | charged

    # --- The verdict decides first.
    GUARDED  | retry                  |                                           | GRANTED | again after 2 s            | GRANTED
    GUARDED  | retry                  |                                           | RESERVE | again after 2 s            | RESERVE
    GUARDED  | retry                  |                                           | DENIED  | BUDGET_DENIED              | DENIED
    GUARDED  | retry after 5 s        |                                           | GRANTED | again after 5 s            | GRANTED
    GUARDED  | free                   |                                           | DENIED  | again after 2 s            |
    GUARDED  | not retryable          |                                           | GRANTED | NOT_RETRYABLE              |
    GUARDED  | overloaded             |                                           | GRANTED | OVERLOADED                 |
    GUARDED  | abort                  |                                           | GRANTED | ABORTED                    |
    # Nobody waits for a stored call: "not now" is a failure like any other.
    STORED   | retry                  |                                           | DENIED  | again after 2 s            |
    STORED   | free                   |                                           | DENIED  | again after 2 s            |
    STORED   | not retryable          |                                           | GRANTED | NOT_RETRYABLE              |
    STORED   | overloaded             |                                           | DENIED  | again after 2 s            |
    STORED   | abort                  |                                           | DENIED  | again after 2 s            |
    # Another library has decided to retry. Only "do not retry" of the callee outranks it.
    ADOPTED  | retry                  |                                           | GRANTED | again after 2 s            | GRANTED
    ADOPTED  | retry                  |                                           | DENIED  | BUDGET_DENIED              | DENIED
    ADOPTED  | free                   |                                           | DENIED  | again after 2 s            |
    ADOPTED  | not retryable          |                                           | GRANTED | again after 2 s            | GRANTED
    ADOPTED  | overloaded             |                                           | GRANTED | OVERLOADED                 |
    ADOPTED  | abort                  |                                           | GRANTED | again after 2 s            | GRANTED
    # What is only counted is not denied. Its budget is unlimited.
    OBSERVED | retry                  |                                           | GRANTED | again after 2 s            | GRANTED
    OBSERVED | not retryable          |                                           | GRANTED | again after 2 s            | GRANTED
    OBSERVED | overloaded             |                                           | GRANTED | again after 2 s            | GRANTED
    OBSERVED | abort                  |                                           | GRANTED | again after 2 s            | GRANTED

    # --- Attempts.
    GUARDED  | retry                  | attempt 2                                 | GRANTED | again after 2 s            | GRANTED
    GUARDED  | retry                  | attempt 3                                 | GRANTED | EXHAUSTED                  |
    GUARDED  | free                   | attempt 3                                 | GRANTED | EXHAUSTED                  |
    GUARDED  | not retryable          | attempt 3                                 | GRANTED | NOT_RETRYABLE              |
    GUARDED  | overloaded             | attempt 3                                 | GRANTED | OVERLOADED                 |
    GUARDED  | retry                  | attempt 900, unlimited                    | GRANTED | again after 2 s            | GRANTED
    GUARDED  | retry                  | attempt 2147483647, unlimited             | GRANTED | EXHAUSTED                  |
    STORED   | retry                  | attempt 3                                 | GRANTED | EXHAUSTED                  |
    STORED   | overloaded             | attempt 3                                 | GRANTED | EXHAUSTED                  |
    ADOPTED  | retry                  | attempt 3                                 | GRANTED | again after 2 s            | GRANTED
    OBSERVED | retry                  | attempt 3                                 | GRANTED | again after 2 s            | GRANTED

    # --- A disabled policy retries nothing, and says nothing about the callee.
    GUARDED  | retry                  | disabled                                  | GRANTED | NOT_RETRYABLE              |
    GUARDED  | overloaded             | disabled                                  | GRANTED | NOT_RETRYABLE              |
    GUARDED  | abort                  | disabled                                  | GRANTED | ABORTED                    |
    GUARDED  | retry                  | disabled, stopping                        | GRANTED | NOT_RETRYABLE              |
    STORED   | retry                  | disabled                                  | GRANTED | NOT_RETRYABLE              |
    ADOPTED  | retry                  | disabled                                  | GRANTED | NOT_RETRYABLE              |
    ADOPTED  | overloaded             | disabled                                  | GRANTED | NOT_RETRYABLE              |

    # --- The application stops: stored calls are made by the next one, and other libraries end their own.
    GUARDED  | retry                  | stopping                                  | GRANTED | ABORTED                    |
    GUARDED  | retry                  | stopping, attempt 3                       | GRANTED | ABORTED                    |
    GUARDED  | not retryable          | stopping                                  | GRANTED | NOT_RETRYABLE              |
    GUARDED  | overloaded             | stopping                                  | GRANTED | OVERLOADED                 |
    STORED   | retry                  | stopping                                  | GRANTED | again after 2 s            |
    ADOPTED  | retry                  | stopping                                  | GRANTED | again after 2 s            | GRANTED
    OBSERVED | retry                  | stopping                                  | GRANTED | again after 2 s            | GRANTED

    # --- Only one of several nested calls retries.
    GUARDED  | retry                  | an outer scope retries                    | GRANTED | EXHAUSTED                  |
    GUARDED  | not retryable          | an outer scope retries                    | GRANTED | NOT_RETRYABLE              |
    GUARDED  | overloaded             | an outer scope retries                    | GRANTED | OVERLOADED                 |
    GUARDED  | retry                  | an outer scope retries, unlimited         | GRANTED | EXHAUSTED                  |
    GUARDED  | retry                  | an outer scope retries, disabled          | GRANTED | NOT_RETRYABLE              |
    STORED   | retry                  | an outer scope retries                    | GRANTED | EXHAUSTED                  |
    ADOPTED  | retry                  | an outer scope retries                    | GRANTED | EXHAUSTED                  |
    ADOPTED  | not retryable          | an outer scope retries                    | GRANTED | EXHAUSTED                  |

    # --- An inner call has ended with the same failure.
    GUARDED  | retry                  | inner EXHAUSTED                           | GRANTED | NOT_RETRYABLE              |
    GUARDED  | retry                  | inner ELAPSED                             | GRANTED | NOT_RETRYABLE              |
    GUARDED  | retry                  | inner BUDGET_DENIED                       | GRANTED | NOT_RETRYABLE              |
    GUARDED  | retry                  | inner NOT_RETRYABLE                       | GRANTED | NOT_RETRYABLE              |
    GUARDED  | retry                  | inner OVERLOADED                          | GRANTED | OVERLOADED                 |
    GUARDED  | retry                  | inner OVERLOADED, disabled                | GRANTED | OVERLOADED                 |
    GUARDED  | abort                  | inner EXHAUSTED                           | GRANTED | NOT_RETRYABLE              |
    STORED   | retry                  | inner EXHAUSTED                           | GRANTED | again after 2 s            |
    STORED   | retry                  | inner BUDGET_DENIED                       | GRANTED | again after 2 s            |
    STORED   | retry                  | inner OVERLOADED                          | GRANTED | again after 2 s            |
    STORED   | retry                  | inner NOT_RETRYABLE                       | GRANTED | NOT_RETRYABLE              |
    ADOPTED  | retry                  | inner EXHAUSTED                           | GRANTED | NOT_RETRYABLE              |
    ADOPTED  | retry                  | inner OVERLOADED                          | GRANTED | OVERLOADED                 |
    OBSERVED | retry                  | inner EXHAUSTED                           | GRANTED | again after 2 s            | GRANTED

    # --- The own time of the call. An attempt may start at its very end.
    GUARDED  | retry                  | elapsed 58                                | GRANTED | again after 2 s            | GRANTED
    GUARDED  | retry                  | elapsed 59                                | GRANTED | ELAPSED, pause 2 s         |
    GUARDED  | retry after 51 s       |                                           | GRANTED | ELAPSED, pause 51 s        |
    GUARDED  | free                   | elapsed 59                                | GRANTED | ELAPSED, pause 2 s         |
    GUARDED  | retry                  | elapsed 59, attempt 3                     | GRANTED | EXHAUSTED                  |
    GUARDED  | not retryable          | elapsed 99                                | GRANTED | NOT_RETRYABLE              |
    GUARDED  | retry                  | elapsed 99999, no max-elapsed             | GRANTED | again after 2 s            | GRANTED
    GUARDED  | retry                  | cut at the end                            | GRANTED | ELAPSED                    |
    GUARDED  | overloaded             | cut at the end                            | GRANTED | ELAPSED                    |
    GUARDED  | retry                  | cut at the end, disabled                  | GRANTED | ELAPSED                    |
    GUARDED  | retry                  | cut at the end, inner OVERLOADED          | GRANTED | ELAPSED                    |
    STORED   | retry                  | elapsed 59                                | GRANTED | ELAPSED, pause 2 s         |
    # Another library has limits of its own. Only what is left of the wait that the callee asked for must fit.
    ADOPTED  | retry                  | elapsed 99, waited 2                      | GRANTED | again after 2 s            | GRANTED
    ADOPTED  | retry                  | elapsed 99, waited 3                      | GRANTED | again after 2 s            | GRANTED
    ADOPTED  | retry                  | elapsed 59, waited 1                      | GRANTED | again after 2 s            | GRANTED
    ADOPTED  | retry                  | elapsed 60, waited 1                      | GRANTED | ELAPSED, pause 2 s         |
    ADOPTED  | retry after 51 s       |                                           | GRANTED | ELAPSED, pause 51 s        |
    OBSERVED | retry                  | elapsed 99                                | GRANTED | again after 2 s            | GRANTED

    # --- The time of the caller, if it ends before the call's own.
    GUARDED  | retry                  | caller waits 12                           | GRANTED | again after 2 s            | GRANTED
    GUARDED  | retry                  | caller waits 11                           | GRANTED | ELAPSED, pause 2 s, left 1 |
    GUARDED  | retry                  | caller waits 9                            | GRANTED | ELAPSED, pause 2 s, left 0 |
    GUARDED  | retry                  | caller waits 90, elapsed 70               | GRANTED | again after 2 s            | GRANTED
    GUARDED  | retry                  | caller waits 11, cut at the end           | GRANTED | ELAPSED, left 1            |
    STORED   | retry                  | caller waits 11                           | GRANTED | ELAPSED, pause 2 s, left 1 |
    ADOPTED  | retry                  | caller waits 11                           | GRANTED | ELAPSED, pause 2 s, left 1 |
    ADOPTED  | retry                  | caller waits 11, waited 1                 | GRANTED | again after 2 s            | GRANTED
    ADOPTED  | retry                  | caller waits 100, elapsed 60, waited 1    | GRANTED | ELAPSED, pause 2 s         |
    OBSERVED | retry                  | caller waits 9                            | GRANTED | again after 2 s            | GRANTED

    # --- The transaction around the call has become rollback-only.
    GUARDED  | retry                  | spoiled                                   | GRANTED | NOT_RETRYABLE              |
    GUARDED  | retry                  | spoiled, attempt 3                        | GRANTED | NOT_RETRYABLE              |
    GUARDED  | overloaded             | spoiled                                   | GRANTED | OVERLOADED                 |
    GUARDED  | abort                  | spoiled                                   | GRANTED | ABORTED                    |
    GUARDED  | retry                  | spoiled, inner EXHAUSTED                  | GRANTED | NOT_RETRYABLE              |
    STORED   | retry                  | spoiled                                   | GRANTED | NOT_RETRYABLE              |
    """)
    void decides(
            Rules rules,
            String verdict,
            @Nullable String state,
            Withdrawal budget,
            String step,
            @Nullable Withdrawal charged) {
        State given = new State(state == null ? "" : state);
        NextStep decided = Decider.after(
                rules, given.policy(), given.situation(), verdict(verdict), this::draw, () -> answer(budget));
        assertThat(written(decided)).isEqualTo(step);
        assertThat(decided.charged()).isEqualTo(charged);
        assertThat(asked).isEqualTo(charged != null);
        assertThat(decided.retry()).isEqualTo(decided.stop() == null);
        assertThat(decided.retryAfter())
                .isEqualTo(decided.retry() ? rules.judge(verdict(verdict)).retryAfter() : null);
    }

    /** What is known before any delay is drawn does not change afterwards. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
    GUARDED | retry         |                 |
    GUARDED | not retryable |                 | NOT_RETRYABLE
    GUARDED | retry         | attempt 3       | EXHAUSTED
    GUARDED | retry         | elapsed 59      |
    ADOPTED | retry         | caller waits 9  |
    ADOPTED | overloaded    |                 | OVERLOADED
    ADOPTED | not retryable |                 |
    ADOPTED | retry         | cut at the end  | ELAPSED
    """)
    void knowsAnEndThatNeitherDelayNorBudgetCouldPrevent(
            Rules rules, String verdict, @Nullable String state, @Nullable StopReason end) {
        State given = new State(state == null ? "" : state);
        NextStep decided = Decider.end(rules, given.policy(), given.situation(), verdict(verdict));
        assertThat(decided == null ? null : decided.stop()).isEqualTo(end);
    }

    /** A delay has passed. The application may have stopped meanwhile, and the delay may have taken longer. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
    GUARDED  |                                |
    GUARDED  | elapsed 60                     |
    GUARDED  | elapsed 61                     | ELAPSED
    GUARDED  | caller waits 10                |
    GUARDED  | caller waits 9                 | ELAPSED, left 0
    GUARDED  | stopping                       | ABORTED
    GUARDED  | stopping, elapsed 61           | ABORTED
    STORED   | stopping                       |
    STORED   | elapsed 61                     | ELAPSED
    ADOPTED  | stopping                       |
    ADOPTED  | elapsed 61                     |
    ADOPTED  | caller waits 9                 | ELAPSED, left 0
    OBSERVED | stopping, elapsed 61           |
    OBSERVED | caller waits 9                 |
    """)
    void decidesAgainAfterTheDelay(Rules rules, @Nullable String state, @Nullable String end) {
        State given = new State(state == null ? "" : state);
        NextStep decided = Decider.afterDelay(rules, given.policy(), given.situation());
        assertThat(decided == null ? null : written(decided)).isEqualTo(end);
    }

    /** The callee throttles, and the attempt that is due would have its turn after the end of the call. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                                | ELAPSED, out of turn
    attempt 3                   | ELAPSED, out of turn
    no max-elapsed              | ELAPSED, out of turn
    caller waits 12             | ELAPSED, left 2, out of turn
    caller waits 9              | ELAPSED, left 0, out of turn
    """)
    void endsACallWhoseTurnComesTooLate(@Nullable String state, String end) {
        State given = new State(state == null ? "" : state);
        assertThat(written(Decider.outOfTurn(given.situation()))).isEqualTo(end);
    }

    private Duration draw(Verdict judged) {
        assertThat(drawn).as("drawn before").isFalse();
        drawn = true;
        return judged.retryAfter() != null ? judged.retryAfter() : DELAY;
    }

    private Withdrawal answer(Withdrawal budget) {
        assertThat(drawn).as("drawn before the budget is asked").isTrue();
        asked = true;
        return budget;
    }

    private static Verdict verdict(String text) {
        Matcher hinted = HINT.matcher(text);
        if (hinted.matches()) {
            return Verdict.retryAfter(RetryCause.IO, Duration.ofSeconds(Long.parseLong(hinted.group(2))));
        }
        return switch (text) {
            case "retry" -> Verdict.retry(RetryCause.IO);
            case "free" -> Verdict.waiting(null);
            case "not retryable" -> Verdict.notRetryable();
            case "overloaded" -> Verdict.overloaded();
            case "abort" -> Verdict.abort();
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static String written(NextStep step) {
        if (step.retry()) {
            return "again after " + step.delay().toSeconds() + " s";
        }
        String pause = step.delay().isZero() ? "" : ", pause " + step.delay().toSeconds() + " s";
        TimeLeft left = step.leftByCaller();
        return step.stop()
                + pause
                + (left == null ? "" : ", left " + left.duration().toSeconds())
                + (step.outOfTurn() ? ", out of turn" : "");
    }

    /** The state that a row describes. */
    private static final class State {

        private final Set<String> words;
        private final String text;

        State(String text) {
            this.text = text;
            this.words = Set.of(text.isEmpty() ? new String[] {""} : text.split(", "));
            words.forEach(State::check);
        }

        private static void check(String word) {
            boolean known = word.isEmpty()
                    || Set.of(
                                    "unlimited",
                                    "no max-elapsed",
                                    "disabled",
                                    "stopping",
                                    "an outer scope retries",
                                    "cut at the end",
                                    "spoiled")
                            .contains(word)
                    || word.matches("(attempt|elapsed|waited|caller waits) \\d+|inner [A-Z_]+");
            if (!known) {
                throw new IllegalArgumentException(word);
            }
        }

        private long number(String name, long otherwise) {
            Matcher matcher = Pattern.compile("(?:^|, )" + name + " (\\d+)").matcher(text);
            return matcher.find() ? Long.parseLong(matcher.group(1)) : otherwise;
        }

        private @Nullable StopReason inner() {
            return EnumSet.allOf(StopReason.class).stream()
                    .filter(each -> words.contains("inner " + each))
                    .findAny()
                    .orElse(null);
        }

        BackoffPolicy policy() {
            Duration time = words.contains("no max-elapsed") ? Duration.ZERO : Duration.ofSeconds(60);
            return new BackoffPolicy(
                    "payments",
                    !words.contains("disabled"),
                    Delays.of(Delay.NONE),
                    new Limits(words.contains("unlimited") ? 0 : 3, time, Duration.ZERO),
                    Classifiers.retrying(Exception.class),
                    RetryBudget.UNLIMITED,
                    ResultRule.ACCEPT_ALL,
                    false);
        }

        Situation situation() {
            long caller = number("caller waits", -1);
            return new Situation(
                    (int) number("attempt", 1),
                    words.contains("an outer scope retries"),
                    words.contains("stopping"),
                    words.contains("cut at the end"),
                    words.contains("spoiled"),
                    inner(),
                    Duration.ofSeconds(number("elapsed", 10)),
                    Duration.ofSeconds(number("waited", 0)),
                    caller < 0 ? null : new TimeLeft(Duration.ofSeconds(caller), false));
        }
    }
}
