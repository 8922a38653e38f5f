package io.backoff.aop;

import io.backoff.engine.execution.FutureRunner;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.Operation;
import io.backoff.result.FutureKind;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.config.TaskManagementConfigUtils;

/**
 * Retries {@code @Async} methods on their executor's thread. That thread waits for the future anyway, and the executor
 * might have no second thread for the retries.
 */
final class AsyncMethods extends FutureKind {

    private final BeanFactory beans;

    AsyncMethods(BeanFactory beans) {
        this.beans = beans;
    }

    /** Whether calls of the method are retried by this class instead of by {@link FutureKind} itself. */
    boolean include(Method method, Class<?> targetClass) {
        return method.getReturnType() == CompletableFuture.class
                && (isAsync(method) || isAsync(targetClass))
                && isAround();
    }

    @Override
    // The cast is safe, because the method returns a future. Since Java 22, javac reads the annotations of type
    // arguments from jars, so NullAway rejects the nullable type argument.
    @SuppressWarnings({"unchecked", "NullAway"})
    public Object retry(Guard guard, Operation<@Nullable Object> operation) throws Throwable {
        return FutureRunner.runOnCallingThread(
                guard, (Operation<@Nullable CompletionStage<@Nullable Object>>) (Operation<?>) operation);
    }

    private static boolean isAsync(AnnotatedElement element) {
        return AnnotatedElementUtils.hasAnnotation(element, Async.class);
    }

    // Whether every intercepted call of the method runs on the executor. With woven code, this is not certain: a bean
    // can also call its own method, on a thread that must not block.
    private boolean isAround() {
        return beans.containsBean(TaskManagementConfigUtils.ASYNC_ANNOTATION_PROCESSOR_BEAN_NAME)
                && beans.getBeanProvider(BackoffAdvisor.class).stream()
                        .findAny()
                        .isPresent();
    }
}
