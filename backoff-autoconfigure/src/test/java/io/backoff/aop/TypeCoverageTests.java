package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.test.RecordingListener;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The methods that an annotated type covers. */
class TypeCoverageTests {

    @ParameterizedTest
    @EnumSource
    void leavesMethodsOfObjectAlone(Contexts proxies) {
        proxies.runner(Described.class).run(context -> {
            var bean = context.getBean(Service.class);
            assertThat(bean).hasToString("described").isEqualTo(bean).hasSameHashCodeAs(bean);
            assertThat(context.getBean(RecordingListener.class).decisions()).isEmpty();
            assertThat(context.getBean(MethodInspection.class).methods()).hasSize(1);
        });
    }

    @Test
    void coversOnlyPublicMethodsOfAnAnnotatedClass() {
        Contexts.CGLIB.runner(WithHelpers.class).run(context -> {
            var bean = context.getBean(WithHelpers.class);
            assertThat(bean.packagePrivate() + WithHelpers.constant()).isEqualTo("ab");
            assertThat(context.getBean(RecordingListener.class).decisions()).isEmpty();
        });
    }

    @Test
    void coversNonPublicMethodsThatHaveTheirOwn() {
        Contexts.CGLIB.runner(WithHelpers.class).run(context -> {
            context.getBean(WithHelpers.class).annotatedPackagePrivate();
            assertThat(context.getBean(RecordingListener.class).decisions()).hasSize(1);
        });
    }

    interface Service {

        void call(String text);
    }

    @Backoff("near")
    static class Described implements Service {

        @Override
        public void call(String text) {}

        @Override
        public boolean equals(Object other) {
            return Set.of(this.getClass()).contains(other.getClass());
        }

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public String toString() {
            return "described";
        }
    }

    @Backoff("near")
    static class WithHelpers {

        String packagePrivate() {
            return "a";
        }

        static String constant() {
            return "b";
        }

        @Backoff("near")
        void annotatedPackagePrivate() {}
    }
}
