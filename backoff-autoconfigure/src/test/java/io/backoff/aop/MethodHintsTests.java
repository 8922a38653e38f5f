package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.method.AnnotatedMethodHints;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.TypeHint;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

class MethodHintsTests {

    private final StaticListableBeanFactory beans = new StaticListableBeanFactory();

    @Test
    void nameTheAnnotatedMethodAndItsFallbacksOnly() {
        assertThat(hints(Service.class)).containsExactlyInAnyOrder("Service.run", "Service.instead", "Service.instead");
    }

    @Test
    void nameTheMethodsOfInterfaces() {
        assertThat(hints(Task.class)).containsExactlyInAnyOrder("Task.run", "Runnable.run");
    }

    @Test
    void nameFallbacksOfOtherBeans() {
        beans.addBean("deputy", new Deputy());
        assertThat(hints(Client.class))
                .containsExactlyInAnyOrder("Client.run", "Deputy.call", "Callable.call", "Client.missing");
    }

    @Test
    void applyConditionsOfPoliciesToResults() {
        assertThat(hints(Service.class, "#result.blank")).contains("String.isBlank");
    }

    @Test
    void applyTheConditionOfTheAnnotationToResultsArgumentsAndObject() {
        assertThat(hints(Judge.class))
                .contains("String.isEmpty", "Judge.run", "Judge.getLimit", "List.size")
                .doesNotContain("Judge.getOther");
    }

    @Test
    void nameWhatKeysRead() {
        assertThat(hints(Keyed.class)).contains("List.size", "Keyed.getRegion");
    }

    private List<String> hints(Class<?> type, String... conditions) {
        var hints = new ReflectionHints();
        var further = new MethodHints(beans, List.of(conditions));
        BackoffAnnotations.METHODS.allOf(type).forEach((method, annotation) -> {
            AnnotatedMethodHints.invoked(hints, method, type);
            further.register(hints, method, type, annotation);
        });
        return hints.typeHints().flatMap(MethodHintsTests::methods).toList();
    }

    private static Stream<String> methods(TypeHint type) {
        var owner = type.getType().getSimpleName();
        return type.methods().map(method -> owner + "." + method.getName());
    }

    static class Keyed {

        @Backoff(key = "#tenants.size() + region")
        public void run(List<String> tenants) {}

        public String getRegion() {
            return "";
        }
    }

    static class Service {

        @Backoff(fallback = "instead")
        public String run(int number) {
            return "";
        }

        private String instead(int number) {
            return "";
        }

        private String instead(int number, IllegalStateException failure) {
            return "";
        }

        public String instead(String text) {
            return "";
        }
    }

    static class Task implements Runnable {

        @Override
        @Backoff
        public void run() {}
    }

    static class Client {

        @Backoff(fallback = "deputy::call")
        public String run() {
            return "";
        }

        @Backoff(fallback = "nobody::call")
        public String missing() {
            return "";
        }
    }

    static class Deputy implements java.util.concurrent.Callable<String> {

        @Override
        public String call() {
            return "";
        }
    }

    static class Judge {

        @Backoff(retryOnResult = "#result.empty or #names.size() > limit")
        public String run(List<String> names) {
            return "";
        }

        public int getLimit() {
            return 1;
        }

        public int getOther() {
            return 1;
        }
    }
}
