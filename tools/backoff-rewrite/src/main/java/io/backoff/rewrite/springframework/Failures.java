package io.backoff.rewrite.springframework;

import io.backoff.rewrite.java.Attributes;
import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.policy.PolicySettings;
import java.util.List;
import java.util.Set;

/** Translates {@code includes} and {@code excludes} into the fields of a policy. */
final class Failures {

    private static final Set<String> NEVER_RETRIED = Set.of(
            "java.lang.VirtualMachineError",
            "java.lang.OutOfMemoryError",
            "java.lang.StackOverflowError",
            "java.lang.InternalError",
            "java.lang.LinkageError",
            "java.lang.NoClassDefFoundError",
            "java.lang.ExceptionInInitializerError",
            "java.lang.InterruptedException",
            "java.util.concurrent.CancellationException");
    private static final Set<String> WRAPPERS = Set.of(
            "java.util.concurrent.CompletionException",
            "java.util.concurrent.ExecutionException",
            "java.lang.reflect.UndeclaredThrowableException");

    private Failures() {}

    static PolicySettings add(PolicySettings settings, Attributes attributes) {
        List<String> includes = attributes.classes(attributes.has("includes") ? "includes" : "value");
        List<String> excludes = attributes.classes("excludes");
        reject(includes, NEVER_RETRIED, "'%s' is never retried: remove it", "what-changes");
        reject(includes, WRAPPERS, "'%s' is a wrapper: its cause decides, so name the cause", "what-changes");
        reject(excludes, WRAPPERS, "'%s' is a wrapper: its cause decides, so name the cause", "what-changes");
        PolicySettings retried =
                settings.with("retry-on", includes.isEmpty() ? List.of("java.lang.Throwable") : includes);
        return excludes.isEmpty() ? retried : retried.with("abort-on", excludes);
    }

    private static void reject(List<String> types, Set<String> rejected, String reason, String section) {
        types.stream().filter(rejected::contains).findFirst().ifPresent(type -> {
            throw new CannotMigrateException(reason.formatted(type), section);
        });
    }
}
