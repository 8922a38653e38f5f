package io.backoff.test.autoconfigure;

import io.backoff.aop.BackoffAdvisor;
import io.backoff.idempotency.method.AdvicePosition;
import io.backoff.idempotency.method.IdempotentAdvisor;
import io.backoff.message.LogLine;
import io.backoff.message.TestMessage;
import io.backoff.method.AnnotatedBeans;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.springframework.aop.Pointcut;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ReflectionUtils;

/**
 * Finds beans with an annotation that has no effect, because the context lacks the bean that carries it out.
 *
 * @param annotation the simple name of the annotation
 * @param carriedOutBy the name of a bean that each context has in which the annotation works
 * @param covers whether the annotation covers a method of the class
 * @param message the message about such beans
 */
record AnnotationCheck(String annotation, String carriedOutBy, Predicate<Class<?>> covers, TestMessage message) {

    private static final String REDELIVER = "io.backoff.redelivery.Redeliver";

    static final List<AnnotationCheck> ALL = List.of(
            new AnnotationCheck("Backoff", "backoffInvoker", guarded(), TestMessage.NOT_GUARDED),
            new AnnotationCheck("Idempotent", "backoffIdempotentInvoker", idempotent(), TestMessage.NOT_GUARDED),
            // The annotation belongs to another leaf, hence its name.
            new AnnotationCheck(
                    "Redeliver", "backoffRedeliveryCheck", AnnotationCheck::isRedelivered, TestMessage.NOT_STORED));

    // The advisors are never called: they only know which methods the annotation covers.
    private static Predicate<Class<?>> guarded() {
        return covers(new BackoffAdvisor(AnnotationCheck::unused, 0).getPointcut());
    }

    private static Predicate<Class<?>> idempotent() {
        return covers(
                new IdempotentAdvisor(AdvicePosition.AROUND_TRANSACTION, AnnotationCheck::unused, 0).getPointcut());
    }

    private static <T> T unused() {
        throw new IllegalStateException("no method is intercepted");
    }

    private static Predicate<Class<?>> covers(Pointcut methods) {
        return type -> AopUtils.canApply(methods, type);
    }

    private static boolean isRedelivered(Class<?> type) {
        return AnnotationUtils.isCandidateClass(type, REDELIVER)
                && Stream.of(ReflectionUtils.getAllDeclaredMethods(type))
                        .anyMatch(method -> MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
                                .isPresent(REDELIVER));
    }

    /** The line to log about a context; empty if there is nothing to say. */
    Optional<LogLine> check(ConfigurableListableBeanFactory beans) {
        List<String> uncovered = carriedOut(beans)
                ? List.of()
                : Stream.of(beans.getBeanDefinitionNames())
                        .filter(name -> isUncovered(beans, name))
                        .toList();
        return uncovered.isEmpty() ? Optional.empty() : Optional.of(message.with(annotation, text(uncovered)));
    }

    private boolean carriedOut(ConfigurableListableBeanFactory beans) {
        return beans.containsBean(carriedOutBy);
    }

    private boolean isUncovered(ConfigurableListableBeanFactory beans, String name) {
        Class<?> type = AnnotatedBeans.advisedType(beans, name);
        return type != null
                && !AopInfrastructureBean.class.isAssignableFrom(type)
                && covers.test(type)
                && !Mocks.isMock(AnnotatedBeans.singleton(beans, name));
    }

    private static String text(List<String> names) {
        String further = names.size() == 1 ? "" : " and " + (names.size() - 1) + " more";
        return "the bean '" + names.get(0) + "'" + further;
    }
}
