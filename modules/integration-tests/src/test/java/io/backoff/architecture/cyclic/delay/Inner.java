package io.backoff.architecture.cyclic.delay;

import io.backoff.architecture.cyclic.Outer;

public interface Inner {

    Outer outer();
}
