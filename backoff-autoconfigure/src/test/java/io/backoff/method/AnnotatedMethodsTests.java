package io.backoff.method;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cglib.proxy.Enhancer;
import org.springframework.cglib.proxy.NoOp;

class AnnotatedMethodsTests {

    private final AnnotatedMethods<Marked> methods = AnnotatedMethods.of(Marked.class);

    @ParameterizedTest
    @ValueSource(
            classes = {
                Own.class,
                Private.class,
                Static.class,
                Composed.class,
                Inherited.class,
                Overriding.class,
                Implementing.class,
                WithDefault.class,
                OfString.class
            })
    void areFoundWhereverTheAnnotationIs(Class<?> type) {
        assertThat(methods.isCandidate(type)).isTrue();
        assertThat(methods.allOf(type).keySet()).extracting(Method::getName).contains("work");
        assertThat(methods.allOf(generatedSubclass(type)).keySet())
                .hasSameSizeAs(methods.allOf(type).keySet());
    }

    @Test
    void areNotSearchedInClassesWithoutTheAnnotation() {
        List<Method> searched = new ArrayList<>();
        AnnotatedMethods<Marked> counting = AnnotatedMethods.of(Marked.class, (method, type) -> {
            searched.add(method);
            return null;
        });

        Stream.of(Plain.class, Other.class, Object.class, String.class, generatedSubclass(Plain.class))
                .forEach(type -> {
                    assertThat(counting.isCandidate(type)).isFalse();
                    assertThat(counting.allOf(type)).isEmpty();
                });
        assertThat(searched).isEmpty();

        counting.allOf(Own.class);
        assertThat(searched).isNotEmpty();
    }

    private static Class<?> generatedSubclass(Class<?> type) {
        Enhancer enhancer = new Enhancer();
        enhancer.setSuperclass(type);
        enhancer.setCallbackType(NoOp.class);
        return enhancer.createClass();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Marked {}

    @Marked
    @Retention(RetentionPolicy.RUNTIME)
    @interface ComposedMark {}

    static class Own {

        @Marked
        public void work() {}
    }

    static class Private {

        @Marked
        private void work() {}
    }

    static class Static {

        @Marked
        static void work() {}
    }

    static class Composed {

        @ComposedMark
        public void work() {}
    }

    static class Inherited extends Own {}

    static class Overriding extends Own {

        @Override
        public void work() {}
    }

    interface Declared {

        @Marked
        void work();
    }

    static class Implementing implements Declared {

        @Override
        public void work() {}
    }

    interface Default {

        @Marked
        default void work() {}
    }

    static class WithDefault implements Default {}

    abstract static class Generic<T> {

        @Marked
        public abstract void work(T value);
    }

    static class OfString extends Generic<String> {

        @Override
        public void work(String value) {}
    }

    static class Plain {

        public void work() {}
    }

    static class Other {

        @Deprecated
        public void work() {}
    }
}
