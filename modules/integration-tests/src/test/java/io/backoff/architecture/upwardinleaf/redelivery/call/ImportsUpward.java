package io.backoff.architecture.upwardinleaf.redelivery.call;

import io.backoff.architecture.upwardinleaf.redelivery.method.Method;

class ImportsUpward {

    Method method = new Method();
}
