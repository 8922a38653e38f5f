package io.backoff.architecture.leaking;

import io.backoff.architecture.leaking.secret.Hidden;

public class LeaksItsParent extends Hidden {}
