package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.policy.Outcome;
import io.backoff.testkit.RecordingTransactions;
import io.backoff.testkit.Script;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.retry.ExhaustedRetryException;
import org.springframework.retry.annotation.Recover;
import org.springframework.retry.annotation.Retryable;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/** Methods with {@code @Recover}. */
class SpringRetriesRecoverTests extends SpringRetryBeans {

    private final Service service = get(Service.class);
    private final List<Object> recovered = get(Service.class).recovered();
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
        recovered.clear();
        transactions.events().clear();
    }

    @Test
    void recoveriesOfAnAnnotatedClassAreNotRetried() {
        Script script = Script.of(new IllegalStateException("once"));
        assertThat(catchThrowable(() -> get(OfClass.class).recover(script))).hasMessage("once");
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.outcomes()).isEmpty();
    }

    @Test
    void returnsTheRecoveredResult() throws Exception {
        var last = new IllegalStateException("3");
        var script = Script.of(new IllegalStateException("1"), new IllegalStateException("2"), last);
        assertThat(service.call(script, "argument")).isEqualTo("recovered");
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(recovered).containsExactly("state", last, script, "argument");
        assertDelays(1000L, 1000L);
    }

    @Test
    void recoversByTheTypeOfTheLastException() throws Exception {
        var script = Script.of(new IllegalStateException(), new IllegalStateException(), new IOException());
        assertThat(service.call(script, "argument")).isEqualTo("recovered from io");
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(recovered).containsExactly("io");
    }

    @Test
    void recoversByTheClosestType() throws Exception {
        assertThat(service.call(Script.of(new FileNotFoundException()), "argument"))
                .isEqualTo("recovered from missing file");
    }

    @Test
    void recoversFromExceptionsThatAreNotRetried() throws Exception {
        var script = Script.of(new IOException());
        assertThat(service.onlyState(script, "argument")).isEqualTo("recovered from io");
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void doesNotRecoverFromSuccess() throws Exception {
        assertThat(service.call(Script.of(new IllegalStateException(), "result"), "argument"))
                .isEqualTo("result");
        assertThat(recovered).isEmpty();
    }

    @Test
    void recoversVoidMethods() throws Exception {
        var script = Script.of(new IllegalStateException());
        service.act(script);
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(recovered).containsExactly("void");
    }

    @Test
    void throwsWhatTheRecoveryThrows() {
        var script = Script.of(new IllegalArgumentException());
        assertThat(catchThrowable(() -> service.call(script, "argument")))
                .isExactlyInstanceOf(UnsupportedOperationException.class)
                .hasMessage("by the recovery");
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void throwsTheLastExceptionThatTheRecoveryThrowsAgain() {
        var last = new CloneNotSupportedException("3");
        assertThrows(last, () -> service.call(Script.of(last), "argument"));
    }

    @Test
    void failsIfNoRecoveryIsForTheException() {
        var last = new ArithmeticException("3");
        var script = Script.of(last);
        var thrown = catchThrowable(() -> service.call(script, "argument"));
        assertThat(thrown)
                .isExactlyInstanceOf(ExhaustedRetryException.class)
                .hasMessageStartingWith("Cannot locate recovery method");
        assertThat(thrown.getCause()).isSameAs(last);
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void failsIfTheRecoveryIsInherited() {
        var script = Script.of(new IllegalStateException());
        assertThat(catchThrowable(() -> get(Inheriting.class).own(script)))
                .isExactlyInstanceOf(ExhaustedRetryException.class)
                .hasMessageStartingWith("Cannot locate recovery method");
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void doesNotRecoverFromExceptionsThatAreNotRecoverable() {
        var last = new IllegalStateException("3");
        var script = Script.of(last);
        assertThrows(last, () -> service.notRecoverable(script, "argument"));
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(recovered).isEmpty();
    }

    @Test
    void recoversToNull() throws Exception {
        assertThat(get(Nothing.class).call(Script.of(new IllegalStateException())))
                .isNull();
    }

    @Test
    void recoversWithTheNamedMethod() throws Exception {
        assertThat(get(Named.class).call(Script.of(new IllegalStateException())))
                .isEqualTo("named");
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

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    @EnableTransactionManagement
    static class Features {

        @Bean
        RecordingTransactions transactions() {
            return new RecordingTransactions();
        }

        @Bean
        ConcurrentMapCacheManager caches() {
            return new ConcurrentMapCacheManager();
        }
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

        private final List<Object> recovered = new ArrayList<>();

        List<Object> recovered() {
            return recovered;
        }

        @Retryable
        String call(Script script, String argument) throws Exception {
            return (String) script.run();
        }

        @Retryable(retryFor = IllegalStateException.class)
        String onlyState(Script script, String argument) throws Exception {
            return (String) script.run();
        }

        @Retryable(notRecoverable = IllegalStateException.class)
        String notRecoverable(Script script, String argument) throws Exception {
            return (String) script.run();
        }

        @Retryable
        void act(Script script) throws Exception {
            script.run();
        }

        @Recover
        String recover(IllegalStateException failure, Script script, String argument) {
            recovered.addAll(List.of("state", failure, script, argument));
            return "recovered";
        }

        @Recover
        String recover(IOException failure, Script script, String argument) {
            recovered.add("io");
            return "recovered from io";
        }

        @Recover
        String recover(FileNotFoundException failure, Script script, String argument) {
            return "recovered from missing file";
        }

        @Recover
        String recover(IllegalArgumentException failure, Script script, String argument) {
            throw new UnsupportedOperationException("by the recovery");
        }

        @Recover
        String recover(CloneNotSupportedException failure, Script script, String argument)
                throws CloneNotSupportedException {
            throw failure;
        }

        @Recover
        void recover(IllegalStateException failure, Script script) {
            recovered.add("void");
        }
    }

    static class WithRecovery {

        @Recover
        public Object recover(IllegalStateException failure, Script script) {
            return "recovered";
        }
    }

    static class Inheriting extends WithRecovery {

        @Retryable
        public Object own(Script script) throws Exception {
            return script.run();
        }
    }

    static class Nothing {

        @Retryable
        Object call(Script script) throws Exception {
            return script.run();
        }

        @Recover
        Object recover() {
            return null;
        }
    }

    static class Named {

        @Retryable(recover = "named")
        Object call(Script script) throws Exception {
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
