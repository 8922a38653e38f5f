package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProxiedMethodsTests {

    private final ProxiedMethods methods = new ProxiedMethods();

    @Test
    void findsEachMethodHoweverManyThereAre() throws Exception {
        // Reflection makes another object for the same method each time, so these share places, as many methods do.
        var all = Stream.generate(() -> method("one")).limit(3_000).toList();
        all.forEach(each -> methods.add(ProxiedMethod.once(each, Service.class, guarded())));
        assertThat(all).allSatisfy(each -> {
            assertThat(methods.get(each, Service.class)).isNotNull();
            assertThat(methods.get(each, Service.class).method()).isEqualTo(method("one"));
        });
    }

    @Test
    void knowsAMethodByAnotherObjectOfIt() {
        ProxiedMethod added = ProxiedMethod.once(method("one"), Service.class, guarded());
        methods.add(added);
        assertThat(methods.get(method("one"), Service.class)).isSameAs(added);
    }

    @Test
    void tellsMethodsAndClassesApart() {
        Method one = method("one");
        ProxiedMethod ofService = ProxiedMethod.once(one, Service.class, guarded());
        ProxiedMethod ofOther = ProxiedMethod.once(one, Other.class, guarded());
        methods.add(ofService);
        assertThat(methods.get(one, Other.class)).isNull();
        assertThat(methods.get(method("two"), Service.class)).isNull();
        methods.add(ofOther);
        assertThat(methods.get(one, Service.class)).isSameAs(ofService);
        assertThat(methods.get(one, Other.class)).isSameAs(ofOther);
    }

    private static GuardedMethod guarded() {
        return mock();
    }

    private static Method method(String name) {
        try {
            return Service.class.getDeclaredMethod(name);
        } catch (NoSuchMethodException missing) {
            throw new AssertionError(missing);
        }
    }

    static class Service {

        void one() {}

        void two() {}
    }

    static class Other extends Service {}
}
