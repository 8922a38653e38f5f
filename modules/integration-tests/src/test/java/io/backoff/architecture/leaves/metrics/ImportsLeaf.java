package io.backoff.architecture.leaves.metrics;

import io.backoff.architecture.leaves.actuate.Leaf;

interface ImportsLeaf {

    Leaf leaf();
}
