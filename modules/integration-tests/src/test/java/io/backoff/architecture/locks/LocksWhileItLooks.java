package io.backoff.architecture.locks;

import org.springframework.util.function.SingletonSupplier;

class LocksWhileItLooks {

    Object bean = SingletonSupplier.of(Object::new).get();
}
