package io.backoff.method;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

class MethodTagTests {

    @Test
    void namesTheTargetClass() throws Exception {
        assertThat(MethodTag.of(Classic.class.getMethod("find"), Classic.class)).isEqualTo("Classic.find");
    }

    @Test
    void namesTheInterfaceOfAProxy() throws Exception {
        Object proxy = Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Repository.class}, (self, method, arguments) -> null);
        Method find = proxy.getClass().getMethod("find");
        assertThat(MethodTag.of(find, proxy.getClass())).isEqualTo("Repository.find");
    }

    @Test
    void namesTheInterfaceOfALambda() throws Exception {
        Repository lambda = () -> null;
        Method find = lambda.getClass().getMethod("find");
        assertThat(MethodTag.of(find, lambda.getClass())).isEqualTo("Repository.find");
    }

    interface Repository {

        Object find();
    }

    static class Classic implements Repository {

        @Override
        public Object find() {
            return "found";
        }
    }
}
