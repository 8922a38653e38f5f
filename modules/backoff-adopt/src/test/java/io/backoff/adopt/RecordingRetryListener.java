package io.backoff.adopt;

import java.util.List;
import org.springframework.core.Ordered;
import org.springframework.retry.RetryCallback;
import org.springframework.retry.RetryContext;
import org.springframework.retry.RetryListener;

/**
 * Records the events of spring-retry in a list, together with the number of failures until then.
 *
 * @param name the first word of each event
 * @param order its place among all listeners
 * @param events the list
 */
record RecordingRetryListener(String name, int order, List<String> events) implements RetryListener, Ordered {

    @Override
    public int getOrder() {
        return order;
    }

    @Override
    public <T, E extends Throwable> boolean open(RetryContext context, RetryCallback<T, E> callback) {
        record("open", context, null);
        return true;
    }

    @Override
    public <T, E extends Throwable> void onSuccess(RetryContext context, RetryCallback<T, E> callback, T result) {
        record("success " + result, context, null);
    }

    @Override
    public <T, E extends Throwable> void onError(
            RetryContext context, RetryCallback<T, E> callback, Throwable failure) {
        record("error", context, failure);
    }

    @Override
    public <T, E extends Throwable> void close(RetryContext context, RetryCallback<T, E> callback, Throwable failure) {
        record("close", context, failure);
    }

    private void record(String event, RetryContext context, Throwable failure) {
        events.add(name + " " + event + " " + context.getRetryCount()
                + (failure == null ? "" : " " + failure.getMessage()));
    }
}
