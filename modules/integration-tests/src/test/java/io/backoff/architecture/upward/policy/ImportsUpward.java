package io.backoff.architecture.upward.policy;

import io.backoff.architecture.upward.engine.Engine;

interface ImportsUpward {

    Engine engine();
}
