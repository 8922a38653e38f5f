package io.backoff.adopt.resilience4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.support.AopUtils;

/** Which methods of classes Resilience4j itself retries, by where the annotation is. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
class Resilience4jRetriesPlacementTests {

    private static ResilienceApplication application;

    private final IOException down = new IOException("down");
    private final Script<Object> script = Script.of(down);

    Resilience4jRetriesPlacementTests(String mode) {
        application.fresh(OnMethods.class);
    }

    @BeforeParameterizedClassInvocation
    static void start(String mode) {
        application = new ResilienceApplication(mode)
                .retry("two", config -> config.maxAttempts(2))
                .retry("four", config -> config.maxAttempts(4))
                .start(OnMethods.class, OnClass.class, Child.class, OfInterface.class, OnInterface.class);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        application.close();
    }

    @Test
    void anAnnotatedMethod() {
        assertThat(AopUtils.isCglibProxy(application.get(OnMethods.class))).isTrue();
        assertThat(attempts(() -> application.get(OnMethods.class).annotated(script)))
                .isEqualTo(2);
    }

    @Test
    void aSiblingWithoutAnnotation() {
        assertThat(attempts(() -> application.get(OnMethods.class).sibling(script)))
                .isEqualTo(1);
    }

    @Test
    void aPackagePrivateMethod() {
        assertThat(attempts(() -> application.get(OnMethods.class).packagePrivate(script)))
                .isEqualTo(2);
    }

    @Test
    void aProtectedMethod() {
        assertThat(attempts(() -> application.get(OnMethods.class).guarded(script)))
                .isEqualTo(2);
    }

    @Test
    void aCallWithinTheClass() {
        assertThat(attempts(() -> application.get(OnMethods.class).itself(script)))
                .isEqualTo(1);
    }

    @Test
    void anAnnotationOfAnAnnotation() {
        assertThat(attempts(() -> application.get(OnMethods.class).composed(script)))
                .isEqualTo(1);
    }

    @Test
    void anAnnotatedClass() {
        assertThat(attempts(() -> application.get(OnClass.class).call(script))).isEqualTo(2);
    }

    @Test
    void anAnnotatedMethodOfAnAnnotatedClass() {
        assertThat(attempts(() -> application.get(OnClass.class).own(script))).isEqualTo(4);
    }

    @Test
    void anInheritedMethodOfAnAnnotatedSuperclass() {
        assertThat(attempts(() -> application.get(Child.class).inherited(script)))
                .isEqualTo(1);
    }

    @Test
    void anOverridingMethodOfAnAnnotatedSuperclass() {
        assertThat(attempts(() -> application.get(Child.class).overridden(script)))
                .isEqualTo(1);
    }

    @Test
    void anInheritedAnnotatedMethod() {
        assertThat(attempts(() -> application.get(Child.class).inheritedAnnotated(script)))
                .isEqualTo(4);
    }

    @Test
    void anAnnotatedMethodOfAnInterfaceBehindAClassProxy() {
        assertThat(attempts(() -> application.get(OfInterface.class).annotated(script)))
                .isEqualTo(1);
    }

    @Test
    void aDefaultMethodOfAnInterface() {
        assertThat(attempts(() -> application.get(OfInterface.class).byDefault(script)))
                .isEqualTo(2);
    }

    @Test
    void anAnnotatedInterfaceBehindAClassProxy() {
        assertThat(attempts(() -> application.get(OnInterface.class).call(script)))
                .isEqualTo(1);
    }

    @Test
    void theTypeParameterOfAMethodMayBeBound() {
        assertThat(attempts(() -> ((Generic<Callable<Object>>) application.get(OfInterface.class)).generic(script)))
                .isEqualTo(2);
    }

    private int attempts(Callable<Object> call) {
        Throwable thrown = catchThrowable(call::call);
        if (script.attempts() > 0) {
            assertThat(thrown).isSameAs(down);
        }
        return script.attempts();
    }

    @Retry(name = "two")
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Composed {}

    static class OnMethods {

        @Retry(name = "two")
        public Object annotated(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        public Object sibling(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        public Object itself(Callable<Object> attempt) throws Exception {
            return annotated(attempt);
        }

        @Retry(name = "two")
        Object packagePrivate(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "two")
        protected Object guarded(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Composed
        public Object composed(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }

    @Retry(name = "two")
    static class OnClass {

        public Object call(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "four")
        public Object own(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }

    @Retry(name = "two")
    static class Parent {

        public Object inherited(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        public Object overridden(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "four")
        public Object inheritedAnnotated(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }

    static class Child extends Parent {

        @Override
        public Object overridden(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }

    interface WithAnnotatedMethod {

        @Retry(name = "two")
        Object annotated(Callable<Object> attempt) throws Exception;

        @Retry(name = "two")
        default Object byDefault(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }

    interface Generic<T> {

        Object generic(T attempt) throws Exception;
    }

    static class OfInterface implements WithAnnotatedMethod, Generic<Callable<Object>> {

        @Override
        public Object annotated(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Override
        @Retry(name = "two")
        public Object generic(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }

    @Retry(name = "two")
    interface Annotated {

        Object call(Callable<Object> attempt) throws Exception;
    }

    static class OnInterface implements Annotated {

        @Override
        public Object call(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }
}
