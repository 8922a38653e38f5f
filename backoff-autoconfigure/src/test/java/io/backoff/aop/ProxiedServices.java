package io.backoff.aop;

import io.backoff.Backoff;
import java.lang.reflect.Proxy;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.util.ReflectionUtils;

/** Services that fail, and proxies that the application creates around them. */
final class ProxiedServices {

    private ProxiedServices() {}

    interface Service {

        void call();
    }

    static class Failing implements Service {

        @Override
        @Backoff("payments")
        public void call() {
            throw new IllegalStateException();
        }
    }

    @Backoff("payments")
    interface AnnotatedService extends Service {}

    /** A Spring proxy that exposes only the interface. */
    static ProxyFactory factory(Object target) {
        var factory = new ProxyFactory(target);
        factory.setInterfaces(Service.class);
        return factory;
    }

    /** A JDK proxy whose methods fail. */
    static Object plain(Object target, Class<?>... interfaces) {
        return Proxy.newProxyInstance(
                ProxiedServices.class.getClassLoader(), interfaces, (proxy, method, arguments) -> {
                    if (ReflectionUtils.isObjectMethod(method)) {
                        return method.invoke(target, arguments);
                    }
                    throw new IllegalStateException();
                });
    }
}
