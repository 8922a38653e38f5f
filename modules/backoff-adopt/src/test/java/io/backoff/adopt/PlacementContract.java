package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.util.ReflectionUtils;

/** Where libraries see an annotation. A class has two attempts, a method three; a method without retries has one. */
abstract class PlacementContract extends AdoptionContract {

    PlacementContract(AdoptedLibrary library, String mode, String... properties) {
        super(
                library,
                () -> new AdoptedApplication(mode, properties),
                Shop.class,
                Stall.class,
                Branch.class,
                Kiosk.class);
    }

    final void assertAttempts(Class<?> type, String name, int... expected) throws Throwable {
        Method method = ReflectionUtils.findMethod(type, name, Script.class);
        Method found = method != null ? method : ReflectionUtils.findMethod(type, name, Object.class);
        ReflectionUtils.makeAccessible(found);
        int attempts = expected[library.ordinal()];
        Script failing = Script.failing(9, "too late");
        Object bean = get(type);
        assertThat(catchThrowable(() -> AopUtils.invokeJoinpointUsingReflection(bean, found, new Object[] {failing})))
                .hasMessage("failure " + attempts);
        assertThat(failing.attempts()).isEqualTo(attempts);
        assertThat(application.outcomes().values().stream().mapToLong(each -> each))
                .as("adopted calls")
                .hasSize(attempts == 1 ? 0 : 1);
        Script recovering = Script.failing(attempts - 1, "sold");
        assertThat(AopUtils.invokeJoinpointUsingReflection(bean, found, new Object[] {recovering}))
                .isEqualTo("sold");
    }

    @Retryable(maxRetries = 2, delay = 0)
    @org.springframework.retry.annotation.Retryable
    @Retry(name = "three")
    @Retention(RetentionPolicy.RUNTIME)
    @interface Resilient {}

    interface Generic<T> {

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        Object generic(T script);

        Object bridged(T script);
    }

    interface Offer {

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        Object ofInterface(Script script);

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        default Object byDefault(Script script) {
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        default Object declared(Script script) throws IOException {
            return script.run();
        }

        Object sibling(Script script);

        Object annotated(Script script);

        @Retryable(maxRetries = 1, delay = 0)
        @org.springframework.retry.annotation.Retryable(maxAttempts = 2)
        @Retry(name = "two")
        Object onBoth(Script script);
    }

    static class Store {

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        public Object inherited(Script script) {
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        public Object overridden(Script script) {
            return "overridden";
        }

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        public Object annotatedTwice(Script script) {
            return "overridden";
        }
    }

    static class Shop extends Store implements Generic<Script>, Offer {

        @Autowired
        @Lazy
        private Shop self;

        @Override
        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        public Object annotated(Script script) {
            return script.run();
        }

        public Object annotated(Script script, int number) {
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        Object packagePrivate(Script script) {
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        protected Object protectedMethod(Script script) {
            return script.run();
        }

        @Override
        public Object sibling(Script script) {
            return script.run();
        }

        @Override
        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        public Object onBoth(Script script) {
            return script.run();
        }

        public Object selfInvoking(Script script) {
            return annotated(script);
        }

        public Object callingItsProxy(Script script) {
            return self.annotated(script);
        }

        @Retryable(maxRetries = 1, delay = 0)
        @org.springframework.retry.annotation.Retryable(maxAttempts = 2)
        @Retry(name = "two")
        public Object retriedAndSelfInvoking(Script script) {
            return annotated(script);
        }

        @Resilient
        public Object composed(Script script) {
            return script.run();
        }

        @Override
        public Object overridden(Script script) {
            return script.run();
        }

        @Override
        @Retryable(maxRetries = 1, delay = 0)
        @org.springframework.retry.annotation.Retryable(maxAttempts = 2)
        @Retry(name = "two")
        public Object annotatedTwice(Script script) {
            return script.run();
        }

        @Override
        public Object ofInterface(Script script) {
            return script.run();
        }

        @Override
        public Object generic(Script script) {
            return script.run();
        }

        @Override
        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        public Object bridged(Script script) {
            return script.run();
        }
    }

    interface Counter {

        Object ofClass(Script script);
    }

    static class Ground {

        public Object ofGround(Script script) {
            return script.run();
        }
    }

    @Retryable(maxRetries = 1, delay = 0)
    @org.springframework.retry.annotation.Retryable(maxAttempts = 2)
    @Retry(name = "two")
    @Primary
    static class Stall extends Ground implements Counter {

        @Override
        public Object ofClass(Script script) {
            return script.run();
        }

        @Override
        public String toString() {
            return "stall";
        }

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        public Object ofMethod(Script script) {
            return script.run();
        }
    }

    static class Branch extends Stall {

        public Object own(Script script) {
            return script.run();
        }
    }

    @Retryable(maxRetries = 1, delay = 0)
    @org.springframework.retry.annotation.Retryable(maxAttempts = 2)
    @Retry(name = "two")
    interface Contract {

        Object call(Script script);
    }

    static class Kiosk implements Contract {

        @Override
        public Object call(Script script) {
            return script.run();
        }
    }
}
