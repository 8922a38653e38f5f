package io.backoff.context;

import io.backoff.engine.Layer;
import io.backoff.engine.LayerScope;
import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * Lets {@link io.backoff.engine.CurrentAttempt} cross threads wherever context is propagated: with Reactor's automatic
 * propagation it is there in every operator, as it is in the Reactor context under the same key.
 *
 * <p>Found by {@link java.util.ServiceLoader}; not to be used directly.
 */
public final class LayerAccessor implements ThreadLocalAccessor<Layer> {

    public LayerAccessor() {}

    @Override
    public Object key() {
        return Layer.class;
    }

    @Override
    public @Nullable Layer getValue() {
        return LayerScope.current();
    }

    @Override
    public void setValue(Layer layer) {
        LayerScope.set(layer);
    }

    @Override
    public void setValue() {
        LayerScope.set(null);
    }
}
