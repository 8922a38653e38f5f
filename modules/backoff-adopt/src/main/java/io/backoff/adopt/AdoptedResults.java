package io.backoff.adopt;

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapterRegistry;

/** The kinds of results that adopted calls can be followed to. */
final class AdoptedResults {

    private final List<AdoptedResult> results;

    /**
     * Creates the kinds.
     *
     * @param further the kinds of optional libraries, asked first
     */
    AdoptedResults(List<AdoptedResult> further) {
        this.results = Stream.concat(further.stream(), Stream.of(new AdoptedStage(), new AdoptedValue()))
                .toList();
    }

    /** The kind of a declared return type. */
    AdoptedResult of(Class<?> returned) {
        return results.stream()
                .filter(each -> each.supports(returned))
                .findFirst()
                .orElseThrow();
    }

    /** Why calls of the method cannot be followed to their results; {@code null} if they can. */
    @Nullable
    String unsupported(Method method, Class<?> returned, LibraryRetry retry) {
        if (KotlinDetector.isSuspendingFunction(method)) {
            return "it is a suspend function, which libraries see return before it has run";
        }
        boolean followed = !(of(returned) instanceof AdoptedValue);
        boolean retriedLater = retry.asynchronous().publishers() && isPublisher(returned);
        return retriedLater && !followed
                ? "it returns " + returned.getName() + ", whose subscriptions cannot be seen; Mono and Flux can"
                : null;
    }

    /** Whether the library takes stages for publishers: it reads the stage that it got again, and calls no method. */
    boolean isRetriedOutside(Class<?> returned, LibraryRetry retry) {
        LibraryRetry.Asynchronous kinds = retry.asynchronous();
        return kinds.publishers()
                && !kinds.stages()
                && CompletionStage.class.isAssignableFrom(returned)
                && !Future.class.isAssignableFrom(returned)
                && ReactiveAdapterRegistry.getSharedInstance().getAdapter(returned) != null;
    }

    private static boolean isPublisher(Class<?> type) {
        return !Future.class.isAssignableFrom(type)
                && !CompletionStage.class.isAssignableFrom(type)
                && ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null;
    }
}
