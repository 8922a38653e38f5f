package io.backoff.actuate;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.backoff.Backoff;
import io.backoff.aop.GuardedMethod;
import io.backoff.aop.MethodInspection.InspectedMethod;
import io.backoff.classify.FailureRules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The report about an annotated method. Members that the annotation leaves to the policy are absent.
 *
 * @param bean name of its bean
 * @param method {@code Class.method}, as in the tag of the meters
 * @param policy name of its policy
 * @param retryOn exceptions that are retried, instead of the policy's
 * @param abortOn exceptions that are not retried, including the policy's
 * @param retryOnResult the condition on results, instead of the policy's
 * @param fallback the fallback for calls that give up
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record MethodReport(
        String bean,
        String method,
        String policy,
        @Nullable List<String> retryOn,
        @Nullable List<String> abortOn,
        @Nullable String retryOnResult,
        @Nullable String fallback) {

    static MethodReport of(InspectedMethod inspected) {
        GuardedMethod guarded = inspected.guarded();
        Backoff annotation = inspected.annotation();
        FailureRules rules = guarded.guard().policy().get().classifier().rules();
        return new MethodReport(
                inspected.bean(),
                guarded.guard().calls().method(),
                guarded.policy(),
                annotation.retryOn().length == 0 ? null : rules.retryOn().names(),
                annotation.abortOn().length == 0 ? null : rules.abortOn().names(),
                text(annotation.retryOnResult()),
                text(annotation.fallback()));
    }

    private static @Nullable String text(String attribute) {
        return attribute.isBlank() ? null : attribute;
    }
}
