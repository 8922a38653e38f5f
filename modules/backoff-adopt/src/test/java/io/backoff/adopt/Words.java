package io.backoff.adopt;

import static java.util.Map.entry;

import io.backoff.testkit.Script;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;
import reactor.core.publisher.Mono;

/** The attempts of calls as tables write them: a failure by its name, any other word for a result, and {@code null}. */
final class Words {

    final IOException down = new IOException("down");
    final IllegalStateException other = new IllegalStateException("other");
    final AssertionError error = new AssertionError("broken");

    private final Map<String, Throwable> failures = Map.ofEntries(
            entry("down", down),
            entry("down2", new IOException("down again")),
            entry("other", other),
            entry("again", new IllegalStateException("try again")),
            entry("error", error),
            entry("memory", new OutOfMemoryError("memory")),
            entry("bad", new IllegalArgumentException("bad")),
            entry("missing", new FileNotFoundException("missing")),
            entry("unchecked", new UncheckedIOException(new IOException("cause"))),
            entry("withMissing", new UncheckedIOException(new FileNotFoundException())),
            entry("nested", new IllegalStateException(new UncheckedIOException(new IOException()))),
            entry("completion", new CompletionException(down)));

    /** The outcome that a word describes. */
    @Nullable
    Object meaning(String word) {
        Throwable failure = failures.get(word);
        return word.equals("null") ? null : failure == null ? word : failure;
    }

    /** A method body with these outcomes, given as words separated by blanks. */
    Script script(String words) {
        return Script.of(Arrays.stream(words.split(" ")).map(this::meaning).toArray());
    }

    /** The same for a method that returns futures. */
    Script futures(String words) {
        return Script.of(Arrays.stream(words.split(" "))
                .map(this::meaning)
                .map(Words::future)
                .toArray());
    }

    /** The attempts of a method, converted to its return type. */
    Script scriptFor(Object bean, String method, String words) {
        return CompletableFuture.class.isAssignableFrom(method(bean, method).getReturnType())
                ? futures(words)
                : script(words);
    }

    /** Calls a method that takes a script, and waits for its future or {@link Mono}; returns the result or the failure. */
    static @Nullable Object end(Object bean, String method, Script script) throws Exception {
        Object returned;
        try {
            returned = call(bean, method, script);
        } catch (Throwable thrown) {
            return thrown;
        }
        CompletableFuture<?> future = returned instanceof Mono<?> mono
                ? mono.toFuture()
                : returned instanceof CompletableFuture<?> same ? same : CompletableFuture.completedFuture(returned);
        return future.handle((result, failure) -> failure == null ? result : failure)
                .get(20, TimeUnit.SECONDS);
    }

    /** Calls a method that takes a script; throws what it throws. */
    static @Nullable Object call(Object bean, String method, Script script) throws Throwable {
        try {
            return method(bean, method).invoke(bean, script);
        } catch (InvocationTargetException thrown) {
            throw thrown.getTargetException();
        }
    }

    private static Method method(Object bean, String name) {
        Method method = ReflectionUtils.findMethod(ClassUtils.getUserClass(bean), name, Script.class);
        ReflectionUtils.makeAccessible(method);
        return method;
    }

    private static CompletableFuture<Object> future(@Nullable Object outcome) {
        return outcome instanceof Throwable failure
                ? CompletableFuture.failedFuture(failure)
                : CompletableFuture.completedFuture(outcome);
    }
}
