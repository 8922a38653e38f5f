package io.backoff.architecture.cyclic;

import io.backoff.architecture.cyclic.delay.Inner;

/** In the root package, which a careless pattern would not see. */
public interface Outer {

    Inner inner();
}
