package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.adopt.AdoptedAdviceTests.Features;
import io.backoff.policy.Outcome;
import io.backoff.testkit.RecordingTransactions;
import io.backoff.testkit.Script;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.support.AopUtils;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.retry.ExhaustedRetryException;
import org.springframework.retry.annotation.Recover;
import org.springframework.retry.annotation.Retryable;
import org.springframework.transaction.annotation.Transactional;

/** Methods with {@code @Recover}. */
class SpringRetriesRecoverTests extends SpringRetryBeans {

    private final Service service = get(Service.class);
    private final Words words = new Words();
    private final RecordingTransactions transactions = get(RecordingTransactions.class);

    SpringRetriesRecoverTests(String mode) {
        super(() -> new AdoptedApplication(mode, "spring.aop.proxy-target-class=false")
                .start(
                        AdoptedLibrary.SPRING_RETRY,
                        Features.class,
                        Service.class,
                        Inheriting.class,
                        Nothing.class,
                        Named.class,
                        OfClass.class,
                        Combined.class,
                        CornerShop.class));
        service.recovered().set(0);
        transactions.events().clear();
    }

    @Test
    void recoveriesOfAnAnnotatedClassAreNotRetried() {
        Script script = Script.of(new IllegalStateException("once"));
        assertThat(catchThrowable(() -> get(OfClass.class).recover(script))).hasMessage("once");
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.outcomes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Service, call,      down down other,  instead of other after 3, 3",
        "Service, call,      other other down, instead of io,            3",
        "Service, call,      missing,          instead of a file,        3",
        "Service, call,      other result,     result,                   2",
        "Service, onlyState, down,             instead of io,            1",
        "Nothing, call,      other,            null,                     3",
        "Named,   call,      other,            named,                    3"
    })
    void ends(String bean, String method, String attempts, String end, int made) throws Exception {
        Script script = words.script(attempts);
        Object retried = get("springRetriesRecoverTests." + bean, Object.class);
        assertThat(Words.end(retried, method, script)).isEqualTo(words.meaning(end));
        assertThat(script.attempts()).isEqualTo(made);
    }

    @Test
    void recoversVoidMethods() throws Exception {
        Script script = words.script("other");
        service.act(script);
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(service.recovered()).hasValue(1);
    }

    @Test
    void throwsWhatTheRecoveryThrows() {
        Script script = words.script("bad");
        assertThat(catchThrowable(() -> service.call(script)))
                .isExactlyInstanceOf(UnsupportedOperationException.class)
                .hasMessage("by the recovery");
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void throwsTheLastExceptionThatTheRecoveryThrowsAgain() {
        CloneNotSupportedException last = new CloneNotSupportedException();
        assertThrows(last, () -> service.call(Script.of(last)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Service", "Inheriting"})
    void failsIfTheClassHasNoRecoveryForTheException(String bean) {
        ArithmeticException last = new ArithmeticException();
        Script script = Script.of(last);
        Object retried = get("springRetriesRecoverTests." + bean, Object.class);
        Throwable thrown = catchThrowable(() -> Words.call(retried, "call", script));
        assertThat(thrown)
                .isExactlyInstanceOf(ExhaustedRetryException.class)
                .hasMessageStartingWith("Cannot locate recovery method");
        assertThat(thrown.getCause()).isSameAs(last);
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void doesNotRecoverFromExceptionsThatAreNotRecoverable() {
        Script script = words.script("other");
        assertThrows(words.other, () -> service.notRecoverable(script));
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void recoversInTheTargetBehindAnInterface() {
        Shop shop = get(Shop.class);
        assertThat(AopUtils.isJdkDynamicProxy(shop)).isTrue();
        Script script = Script.of(new IllegalStateException());
        assertThat(shop.sell(script)).isEqualTo("recovered");
        assertThat(script.attempts()).isEqualTo(3);
        assertOutcome(Outcome.EXHAUSTED);
    }

    @Test
    void recoversOutsideOfTheTransactions() {
        assertThat(get(Combined.class).transactional(Script.of(new IllegalStateException())))
                .isEqualTo("recovered");
        assertThat(transactions.events())
                .containsExactly("begin", "rollback", "begin", "rollback", "begin", "rollback");
    }

    @Test
    void doesNotCacheRecoveredResults() {
        Script script = Script.failing(3, "result");
        assertThat(get(Combined.class).cached(script)).isEqualTo("recovered");
        assertThat(get(Combined.class).cached(script)).isEqualTo("result");
    }

    interface Shop {

        @Retryable
        Object sell(Script script);
    }

    static class CornerShop implements Shop {

        @Override
        public Object sell(Script script) {
            return script.run();
        }

        @Recover
        public Object recover(IllegalStateException failure, Script script) {
            return "recovered";
        }
    }

    @Retryable
    static class Combined {

        @Transactional
        public Object transactional(Script script) {
            return script.run();
        }

        @Cacheable("results")
        public Object cached(Script script) {
            return script.run();
        }

        @Recover
        public Object recover(IllegalStateException failure, Script script) {
            return "recovered";
        }
    }

    static class Service {

        private final AtomicInteger recovered = new AtomicInteger();

        AtomicInteger recovered() {
            return recovered;
        }

        @Retryable
        public Object call(Script script) throws Exception {
            return script.run();
        }

        @Retryable(retryFor = IllegalStateException.class)
        public Object onlyState(Script script) throws Exception {
            return script.run();
        }

        @Retryable(notRecoverable = IllegalStateException.class)
        public Object notRecoverable(Script script) throws Exception {
            return script.run();
        }

        @Retryable
        public void act(Script script) throws Exception {
            script.run();
        }

        @Recover
        Object recover(IllegalStateException failure, Script script) {
            return "instead of " + failure.getMessage() + " after " + script.attempts();
        }

        @Recover
        Object recover(IOException failure, Script script) {
            return "instead of io";
        }

        @Recover
        Object recover(FileNotFoundException failure, Script script) {
            return "instead of a file";
        }

        @Recover
        Object recover(IllegalArgumentException failure, Script script) {
            throw new UnsupportedOperationException("by the recovery");
        }

        @Recover
        Object recover(CloneNotSupportedException failure, Script script) throws CloneNotSupportedException {
            throw failure;
        }

        @Recover
        void recoverVoid(IllegalStateException failure, Script script) {
            recovered.incrementAndGet();
        }
    }

    static class WithRecovery {

        @Recover
        public Object recover(ArithmeticException failure, Script script) {
            return "recovered";
        }
    }

    static class Inheriting extends WithRecovery {

        @Retryable
        public Object call(Script script) throws Exception {
            return script.run();
        }
    }

    static class Nothing {

        @Retryable
        public Object call(Script script) throws Exception {
            return script.run();
        }

        @Recover
        Object recover() {
            return null;
        }
    }

    static class Named {

        @Retryable(recover = "named")
        public Object call(Script script) throws Exception {
            return script.run();
        }

        @Recover
        Object other(Script script) {
            return "other";
        }

        @Recover
        Object named(Script script) {
            return "named";
        }
    }

    @Retryable
    static class OfClass {

        @Recover
        public Object recover(Script script) {
            return script.run();
        }
    }
}
