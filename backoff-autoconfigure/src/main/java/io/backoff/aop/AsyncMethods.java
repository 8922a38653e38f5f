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
 * Runs methods inside the advice of {@code @Async}. The executor's thread waits for the future anyway, so it makes the
 * retries, which keeps them on the executor of the application. That executor might have no second thread available.
 */
final class AsyncMethods extends FutureKind {

    private final BeanFactory beans;

    AsyncMethods(BeanFactory beans) {
        this.beans = beans;
    }

    /** Whether this kind applies to the method instead of {@link FutureKind}. */
    boolean include(Method method, Class<?> targetClass) {
        return method.getReturnType() == CompletableFuture.class
                && (isAsync(method) || isAsync(targetClass))
                && isAround();
    }

    @Override
    // The method returns a future. Its parameters may be null, which javac reads from jars since Java 22.
    @SuppressWarnings({"unchecked", "NullAway"})
    public Object retry(Guard guard, Operation<@Nullable Object> operation) throws Throwable {
        return FutureRunner.runOnCallingThread(
                guard, (Operation<@Nullable CompletionStage<@Nullable Object>>) (Operation<?>) operation);
    }

    private static boolean isAsync(AnnotatedElement element) {
        return AnnotatedElementUtils.hasAnnotation(element, Async.class);
    }

    // Woven code is also called from within its bean, on threads that must not wait.
    private boolean isAround() {
        return beans.containsBean(TaskManagementConfigUtils.ASYNC_ANNOTATION_PROCESSOR_BEAN_NAME)
                && beans.getBeanProvider(BackoffAdvisor.class).stream()
                        .findAny()
                        .isPresent();
    }
}
