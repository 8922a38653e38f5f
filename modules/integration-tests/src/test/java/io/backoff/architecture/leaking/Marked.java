package io.backoff.architecture.leaking;

import io.backoff.Internal;

@Internal
public class Marked {}
