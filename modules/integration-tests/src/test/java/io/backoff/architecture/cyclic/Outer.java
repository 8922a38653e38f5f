package io.backoff.architecture.cyclic;

import io.backoff.architecture.cyclic.delay.Inner;

/** A class in the root package, which a careless pattern would miss. */
public interface Outer {

    Inner inner();
}
