package io.backoff.actuate;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.backoff.Backoff;
import io.backoff.aop.GuardedMethod;
import io.backoff.aop.MethodInspection.InspectedMethod;
import io.backoff.classify.FailureRules;
import io.backoff.method.IntegrationCalls;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A guarded method. Attributes that its annotation does not set are absent.
 *
 * @param bean name of the method's bean
 * @param method {@code Class.method}, as in the tag of the meters
 * @param policy name of the method's policy
 * @param by the integration that guards the method; absent for an annotated method
 * @param budget name of the method's budget; absent for an annotated method, which uses the budget of its policy
 * @param retryOn exceptions to retry, instead of the policy's
 * @param abortOn exceptions not to retry, including the policy's
 * @param key the expression for the keys of calls
 * @param retryOnResult the condition on results, instead of the policy's
 * @param fallback the fallback of calls that give up
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record MethodReport(
        String bean,
        String method,
        String policy,
        @Nullable String by,
        @Nullable String budget,
        @Nullable List<String> retryOn,
        @Nullable List<String> abortOn,
        @Nullable String key,
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
                null,
                null,
                annotation.retryOn().length == 0 ? null : rules.retryOn().names(),
                annotation.abortOn().length == 0 ? null : rules.abortOn().names(),
                text(annotation.key()),
                text(annotation.retryOnResult()),
                text(annotation.fallback()));
    }

    static MethodReport of(IntegrationCalls.Row row) {
        return new MethodReport(
                row.bean(), row.method(), row.policy(), row.by(), row.budget(), null, null, null, null, null);
    }

    private static @Nullable String text(String attribute) {
        return attribute.isBlank() ? null : attribute;
    }
}
