package io.backoff.architecture.leafimport.aop;

import io.backoff.architecture.leafimport.metrics.Leaf;

interface ImportsLeaf {

    Leaf leaf();
}
