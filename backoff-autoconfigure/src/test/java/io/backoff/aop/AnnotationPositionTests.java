package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.backoff.Backoff;
import io.backoff.engine.RetryDecision;
import io.backoff.test.RecordingListener;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.annotation.AliasFor;

/** The positions that the annotation may have, for both kinds of proxies, and the methods that it covers there. The policy {@code near} must win over {@code far}. */
class AnnotationPositionTests {

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource
    void isFoundInEveryPosition(Contexts proxies, Class<?> type) {
        proxies.runner(type).run(context -> {
            var bean = context.getBean(Service.class);
            assertThat(AopUtils.isJdkDynamicProxy(bean)).isEqualTo(proxies == Contexts.JDK);
            catchThrowable(() -> bean.call("x"));
            assertThat(context.getBean(RecordingListener.class).decisions())
                    .hasSize(3)
                    .extracting(RetryDecision::policy)
                    .containsOnly("near");
            assertThat(context.getBean(MethodInspection.class).methods())
                    .extracting(inspected -> inspected.guarded().policy())
                    .containsOnly("near");
        });
    }

    static Stream<Arguments> isFoundInEveryPosition() {
        return Stream.of(Contexts.values())
                .flatMap(proxies -> Stream.of(
                                OnMethod.class,
                                OnOverriddenMethod.class,
                                OnInheritedMethod.class,
                                OnClass.class,
                                OnSuperclass.class,
                                OnInterfaceMethod.class,
                                OnInterface.class,
                                OnSuperinterface.class,
                                OnDefaultMethod.class,
                                MetaOnMethod.class,
                                MetaOnClass.class,
                                MetaOnInterface.class,
                                OnGenericMethod.class,
                                OnGenericInterface.class,
                                OnGenericSuperclass.class,
                                GenericByInheritance.class,
                                MethodBeforeClass.class,
                                OverriddenMethodBeforeClass.class,
                                ClassBeforeInterfaceMethod.class,
                                ClassBeforeDefaultMethod.class,
                                InterfaceMethodBeforeInterface.class)
                        .map(type -> arguments(proxies, type)));
    }

    @ParameterizedTest
    @EnumSource
    void leavesOtherMethodsAndBeansAlone(Contexts proxies) {
        proxies.runner(Plain.class).run(context -> {
            catchThrowable(() -> context.getBean(Service.class).call("x"));
            assertThat(AopUtils.isAopProxy(context.getBean(Service.class))).isFalse();
            assertThat(context.getBean(RecordingListener.class).decisions()).isEmpty();
        });
    }

    @ParameterizedTest
    @EnumSource
    void leavesMethodsOfObjectAlone(Contexts proxies) {
        proxies.runner(Described.class).run(context -> {
            var bean = context.getBean(Service.class);
            assertThat(bean).hasToString("described").isEqualTo(bean).hasSameHashCodeAs(bean);
            assertThat(context.getBean(RecordingListener.class).decisions()).isEmpty();
            assertThat(context.getBean(MethodInspection.class).methods()).hasSize(1);
        });
    }

    @Test
    void coversOnlyPublicMethodsOfAnAnnotatedClass() {
        Contexts.CGLIB.runner(WithHelpers.class).run(context -> {
            var bean = context.getBean(WithHelpers.class);
            assertThat(bean.packagePrivate() + WithHelpers.constant()).isEqualTo("ab");
            assertThat(context.getBean(RecordingListener.class).decisions()).isEmpty();
        });
    }

    @Test
    void coversNonPublicMethodsThatHaveTheirOwn() {
        Contexts.CGLIB.runner(WithHelpers.class).run(context -> {
            context.getBean(WithHelpers.class).annotatedPackagePrivate();
            assertThat(context.getBean(RecordingListener.class).decisions()).hasSize(1);
        });
    }

    interface Service {

        void call(String text);
    }

    static class Plain implements Service {

        @Override
        public void call(String text) {
            throw new IllegalStateException(text);
        }
    }

    static class OnMethod extends Plain {

        @Override
        @Backoff("near")
        public void call(String text) {
            super.call(text);
        }
    }

    static class OnOverriddenMethod extends OnMethod {

        @Override
        public void call(String text) {
            super.call(text);
        }
    }

    static class OnInheritedMethod extends OnMethod {}

    @Backoff("near")
    static class OnClass extends Plain {}

    static class OnSuperclass extends OnClass {

        @Override
        public void call(String text) {
            super.call(text);
        }
    }

    interface AnnotatedMethod extends Service {

        @Override
        @Backoff("near")
        void call(String text);
    }

    static class OnInterfaceMethod extends Plain implements AnnotatedMethod {}

    @Backoff("near")
    interface AnnotatedInterface extends Service {}

    static class OnInterface extends Plain implements AnnotatedInterface {}

    interface Sub extends AnnotatedInterface {}

    static class OnSuperinterface extends Plain implements Sub {}

    interface AnnotatedDefault extends Service {

        @Override
        @Backoff("near")
        default void call(String text) {
            throw new IllegalStateException();
        }
    }

    static class OnDefaultMethod implements AnnotatedDefault {}

    @Retention(RetentionPolicy.RUNTIME)
    @Backoff
    @interface Retried {

        @AliasFor(annotation = Backoff.class, attribute = "value")
        String by();
    }

    static class MetaOnMethod extends Plain {

        @Override
        @Retried(by = "near")
        public void call(String text) {
            super.call(text);
        }
    }

    @Retried(by = "near")
    static class MetaOnClass extends Plain {}

    @Retried(by = "near")
    interface MetaAnnotated extends Service {}

    static class MetaOnInterface extends Plain implements MetaAnnotated {}

    interface Generic<T> {

        void call(T value);
    }

    interface AnnotatedGeneric<T> {

        @Backoff("near")
        void call(T value);
    }

    static class OnGenericMethod implements Generic<String>, Service {

        @Override
        @Backoff("near")
        public void call(String text) {
            throw new IllegalStateException();
        }
    }

    static class OnGenericInterface implements AnnotatedGeneric<String>, Service {

        @Override
        public void call(String text) {
            throw new IllegalStateException();
        }
    }

    abstract static class GenericBase<T> {

        @Backoff("near")
        public void call(T value) {
            throw new IllegalStateException();
        }
    }

    static class OnGenericSuperclass extends GenericBase<String> implements Service {

        @Override
        public void call(String text) {
            super.call(text);
        }
    }

    static class GenericByInheritance extends Plain implements AnnotatedGeneric<String> {}

    @Backoff("far")
    static class MethodBeforeClass extends Plain {

        @Override
        @Backoff("near")
        public void call(String text) {
            super.call(text);
        }
    }

    @Backoff("far")
    static class OverriddenMethodBeforeClass extends OnMethod {

        @Override
        public void call(String text) {
            super.call(text);
        }
    }

    interface FarMethod extends Service {

        @Override
        @Backoff("far")
        void call(String text);
    }

    @Backoff("near")
    static class ClassBeforeInterfaceMethod extends Plain implements FarMethod {}

    interface FarDefault extends Service {

        @Override
        @Backoff("far")
        default void call(String text) {
            throw new IllegalStateException();
        }
    }

    @Backoff("near")
    static class ClassBeforeDefaultMethod implements FarDefault {}

    @Backoff("far")
    interface Far extends Service {}

    static class InterfaceMethodBeforeInterface extends Plain implements Far, AnnotatedMethod {}

    @Backoff("near")
    static class Described implements Service {

        @Override
        public void call(String text) {}

        @Override
        public boolean equals(Object other) {
            return Set.of(this.getClass()).contains(other.getClass());
        }

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public String toString() {
            return "described";
        }
    }

    @Backoff("near")
    static class WithHelpers {

        String packagePrivate() {
            return "a";
        }

        static String constant() {
            return "b";
        }

        @Backoff("near")
        void annotatedPackagePrivate() {}
    }
}
