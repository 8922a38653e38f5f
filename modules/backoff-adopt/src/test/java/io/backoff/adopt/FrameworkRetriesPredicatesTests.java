package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.resilience.retry.MethodRetryPredicate;

/** Predicates of applications decide about each failed attempt, once. */
class FrameworkRetriesPredicatesTests extends OneLibrary {

    private final Shop shop = get(Shop.class);
    private final Journal journal = get(Journal.class);

    FrameworkRetriesPredicatesTests(String mode) {
        super(mode, AdoptedLibrary.FRAMEWORK, Shop.class, Journal.class);
    }

    @BeforeEach
    void startANewPage() {
        journal.lines.clear();
    }

    @Test
    void theyEndTheCall() {
        var script = Script.of(new IllegalStateException("again"), new IllegalStateException("enough"), "too late");
        assertThat(catchThrowable(() -> shop.sell(script))).hasMessage("enough");
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(journal.lines).containsExactly("sell: again", "sell: enough");
    }

    @Test
    void theyAreNotAskedAboutASuccess() {
        assertThat(shop.sell(Script.of("sold"))).isEqualTo("sold");
        assertThat(journal.lines).isEmpty();
    }

    @Test
    void theyAreAskedAboutTheLastAttemptToo() {
        var script = Script.of(new IllegalStateException("again"));
        assertThat(catchThrowable(() -> shop.sell(script))).hasMessage("again");
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(journal.lines).containsExactly("sell: again", "sell: again", "sell: again");
    }

    @Test
    void theyAreNotAskedAboutExcludedExceptions() {
        var script = Script.of(new IllegalArgumentException("again"));
        assertThat(catchThrowable(() -> shop.sell(script))).hasMessage("again");
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(journal.lines).isEmpty();
    }

    @Test
    void whatTheyThrowReachesTheCaller() {
        var script = Script.of(new IllegalStateException("break"));
        assertThat(catchThrowable(() -> shop.sell(script))).isExactlyInstanceOf(ArithmeticException.class);
        assertThat(script.attempts()).isEqualTo(1);
    }

    static class Shop {

        @Retryable(maxRetries = 2, delay = 0, excludes = IllegalArgumentException.class, predicate = ByMessage.class)
        public String sell(Script script) {
            return script.run();
        }
    }

    static class Journal {

        final List<String> lines = new CopyOnWriteArrayList<>();
    }

    static class ByMessage implements MethodRetryPredicate {

        private final Journal journal;

        ByMessage(Journal journal) {
            this.journal = journal;
        }

        @Override
        public boolean shouldRetry(Method method, Throwable failure) {
            if ("break".equals(failure.getMessage())) {
                throw new ArithmeticException();
            }
            journal.lines.add(method.getName() + ": " + failure.getMessage());
            return "again".equals(failure.getMessage());
        }
    }
}
