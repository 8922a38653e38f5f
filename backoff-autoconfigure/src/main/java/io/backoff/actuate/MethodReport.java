package io.backoff.actuate;

import io.backoff.aop.GuardedMethod;
import io.backoff.aop.MethodInspection.InspectedMethod;

/**
 * An annotated method.
 *
 * @param bean name of its bean
 * @param method {@code Class.method}, as in the tag of the meters
 * @param policy name of its policy
 */
record MethodReport(String bean, String method, String policy) {

    static MethodReport of(InspectedMethod inspected) {
        GuardedMethod guarded = inspected.guarded();
        return new MethodReport(inspected.bean(), guarded.guard().calls().method(), guarded.policy());
    }
}
