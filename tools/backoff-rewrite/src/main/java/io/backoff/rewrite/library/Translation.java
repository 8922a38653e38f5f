package io.backoff.rewrite.library;

import io.backoff.rewrite.config.DocumentId;
import io.backoff.rewrite.policy.PolicySettings;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The translation of an annotation.
 *
 * @param settings the fields of its policy
 * @param policy the name of the policy, or null to name it after bean and method
 * @param fallback the fallback method, or null
 * @param recoveries the overloads of the fallback method, which lose their old annotation; empty if no method must
 *     change
 * @param overrides the changed fields for each document that changes fields, such as the document of a profile
 */
public record Translation(
        PolicySettings settings,
        @Nullable String policy,
        @Nullable String fallback,
        List<Recovery> recoveries,
        Map<DocumentId, PolicySettings> overrides) {

    public static Translation to(PolicySettings settings) {
        return new Translation(settings, null, null, List.of(), Map.of());
    }

    public Translation withSettings(PolicySettings changed) {
        return new Translation(changed, policy, fallback, recoveries, overrides);
    }

    public Translation named(String name) {
        return new Translation(settings, name, fallback, recoveries, overrides);
    }

    public Translation withFallback(String method, Recovery... changed) {
        return new Translation(settings, policy, method, List.of(changed), overrides);
    }

    public Translation withOverrides(Map<DocumentId, PolicySettings> changed) {
        return new Translation(settings, policy, fallback, recoveries, changed);
    }

    /**
     * A method that becomes a fallback and loses its annotation.
     *
     * @param method the identity of its declaration
     * @param annotation the full name of the removed annotation
     * @param moved the {@linkplain io.backoff.rewrite.java.Signatures signature} of a method whose first parameter, the
     *     failure, must become the last, in the declaration and in calls; null for other methods
     */
    public record Recovery(
            UUID method, String annotation, @Nullable String moved) {}
}
