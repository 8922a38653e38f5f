package io.backoff.http.server;

import io.backoff.engine.Layer;
import io.backoff.engine.LayerScope;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.async.CallableProcessingInterceptor;

/** Handlers that return a {@link Callable} are continued on another thread, which is in the layer of the request too. */
final class LayerOfCallable implements CallableProcessingInterceptor {

    private final RequestLayer layer;
    private volatile @Nullable Layer around;

    LayerOfCallable(RequestLayer layer) {
        this.layer = layer;
    }

    @Override
    public <T> void preProcess(NativeWebRequest request, Callable<T> task) {
        around = LayerScope.current();
        LayerScope.set(layer);
    }

    @Override
    public <T> void postProcess(NativeWebRequest request, Callable<T> task, @Nullable Object concurrentResult) {
        LayerScope.set(around);
    }
}
