package io.backoff.kotlin;

import io.backoff.engine.Layer;
import io.backoff.engine.LayerScope;
import kotlin.coroutines.AbstractCoroutineContextElement;
import kotlin.coroutines.CoroutineContext;
import kotlinx.coroutines.ThreadContextElement;
import org.jspecify.annotations.Nullable;

/** Makes an attempt the current one of each thread that its coroutine runs on. */
final class LayerElement extends AbstractCoroutineContextElement implements ThreadContextElement<@Nullable Layer> {

    private static final Key KEY = new Key();

    private final @Nullable Layer layer;

    LayerElement(@Nullable Layer layer) {
        super(KEY);
        this.layer = layer;
    }

    @Override
    public @Nullable Layer updateThreadContext(CoroutineContext context) {
        Layer outer = LayerScope.current();
        LayerScope.set(layer);
        return outer;
    }

    @Override
    public void restoreThreadContext(CoroutineContext context, @Nullable Layer outer) {
        LayerScope.set(outer);
    }

    private static final class Key implements CoroutineContext.Key<LayerElement> {}
}
