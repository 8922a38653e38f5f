package io.backoff.adopt.resilience4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.stereotype.Component;

/** What Resilience4j itself retries behind interface proxies and for beans of uncommon kinds. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
class Resilience4jRetriesProxiesTests {

    private static ResilienceApplication application;

    private final IOException down = new IOException("down");
    private final Script<Object> script = Script.of(down);

    Resilience4jRetriesProxiesTests(String mode) {
        application.fresh(Remote.class);
    }

    @BeforeParameterizedClassInvocation
    static void start(String mode) {
        application = new ResilienceApplication(mode, "spring.aop.proxy-target-class=false")
                .retry("two", config -> config.maxAttempts(2))
                .start(
                        RemoteService.class,
                        AnnotatedRemoteService.class,
                        Prototype.class,
                        Scoped.class,
                        ProductFactory.class,
                        ClientFactory.class,
                        Hen.class,
                        Egg.class);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        application.close();
    }

    @Test
    void anAnnotatedMethodOfTheClassBehindAnInterfaceProxy() {
        Remote remote = application.get(Remote.class);
        assertThat(AopUtils.isJdkDynamicProxy(remote)).isTrue();
        assertThat(catchThrowable(() -> remote.ofClass(script))).isSameAs(down);
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void anAnnotatedMethodOfTheInterface() {
        assertThat(catchThrowable(() -> application.get(Remote.class).ofInterface(script)))
                .isSameAs(down);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void anAnnotatedClassBehindAnInterfaceProxy() {
        AnnotatedRemote remote = application.get(AnnotatedRemote.class);
        assertThat(AopUtils.isJdkDynamicProxy(remote)).isTrue();
        assertThat(catchThrowable(() -> remote.call(script))).isSameAs(down);
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void anUndeclaredExceptionIsWrappedByTheProxyOnly() {
        Script<Object> failing = Script.of(down);
        assertThat(catchThrowable(() -> application.get(Remote.class).undeclared(failing)))
                .isExactlyInstanceOf(UndeclaredThrowableException.class)
                .cause()
                .isSameAs(down);
        assertThat(failing.attempts()).isEqualTo(2);
        assertThat(application.intervals().asked()).containsExactly(new Intervals.Asked(1, down, null));
    }

    @Test
    void eachInstanceOfAPrototype() {
        Prototype first = application.get(Prototype.class);
        assertThat(application.get(Prototype.class)).isNotSameAs(first);
        catchThrowable(() -> first.call(script));
        catchThrowable(() -> application.get(Prototype.class).call(script));
        assertThat(script.attempts()).isEqualTo(4);
    }

    /** Both the proxy of the scope and the bean behind it have the advice's annotation; one of them retries. */
    @Test
    void aScopedProxy() {
        Scoped scoped = (Scoped) application.get("scoped");
        assertThat(catchThrowable(() -> scoped.call(script))).isSameAs(down);
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void theProductOfAFactory() {
        Product product = application.get(Product.class);
        assertThat(catchThrowable(() -> product.call(script))).isSameAs(down);
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void aProductThatIsAProxyOfAnAnnotatedInterface() {
        Client client = application.get(Client.class);
        assertThat(catchThrowable(() -> client.call(script))).isSameAs(down);
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void aBeanThatIsExposedEarly() {
        Egg egg = application.get(Egg.class);
        assertThat(egg.hen()).isSameAs(application.get(Hen.class));
        assertThat(catchThrowable(() -> egg.hen().call(script))).isSameAs(down);
        assertThat(script.attempts()).isEqualTo(2);
    }

    interface Remote {

        Object ofClass(Callable<Object> attempt) throws Exception;

        @Retry(name = "two")
        Object ofInterface(Callable<Object> attempt) throws Exception;

        Object undeclared(Script<Object> attempt);
    }

    static class RemoteService implements Remote {

        @Override
        @Retry(name = "two")
        public Object ofClass(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Override
        public Object ofInterface(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Override
        @Retry(name = "two")
        public Object undeclared(Script<Object> attempt) {
            return attempt.call();
        }
    }

    interface AnnotatedRemote {

        Object call(Callable<Object> attempt) throws Exception;
    }

    @Retry(name = "two")
    static class AnnotatedRemoteService implements AnnotatedRemote {

        @Override
        public Object call(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }

    @Scope("prototype")
    static class Prototype {

        @Retry(name = "two")
        public Object call(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }

    @Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
    @Component("scoped")
    static class Scoped {

        @Retry(name = "two")
        public Object call(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }

    static class Product {

        @Retry(name = "two")
        public Object call(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }

    static class ProductFactory implements FactoryBean<Product> {

        @Override
        public Product getObject() {
            return new Product();
        }

        @Override
        public Class<?> getObjectType() {
            return Product.class;
        }
    }

    @Retry(name = "two")
    interface Client {

        Object call(Callable<Object> attempt) throws Exception;
    }

    /** Makes a client as declarative HTTP clients are made: there is no class but that of a proxy. */
    static class ClientFactory implements FactoryBean<Client> {

        @Override
        public Client getObject() {
            return (Client) Proxy.newProxyInstance(
                    Client.class.getClassLoader(),
                    new Class<?>[] {Client.class},
                    (proxy, method, arguments) ->
                            method.getName().equals("call") ? ((Callable<?>) arguments[0]).call() : null);
        }

        @Override
        public Class<?> getObjectType() {
            return Client.class;
        }
    }

    static class Hen {

        @Autowired
        private Egg egg;

        @Retry(name = "two")
        public Object call(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }

    static class Egg {

        @Autowired
        private Hen hen;

        Hen hen() {
            return hen;
        }
    }
}
