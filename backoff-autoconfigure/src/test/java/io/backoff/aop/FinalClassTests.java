package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.method.InvalidBackoffException;
import io.backoff.testkit.Rejections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Classes that no proxy can extend. */
class FinalClassTests {

    @ParameterizedTest
    @EnumSource
    void aFinalClassWithoutInterfacesIsRejected(Contexts proxies) {
        proxies.runner(Plain.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOfSatisfying(InvalidBackoffException.class, refusal -> {
                            assertThat(refusal)
                                    .hasMessageContaining(
                                            "Plain.call: the class is final, so a proxy cannot extend it");
                            assertThat(refusal.remedy()).contains("Remove 'final'", "implement an interface");
                            Rejections.areExplained(refusal);
                        }));
    }

    @Test
    void anInterfaceHelpsOnlyWhereProxiesHaveThem() {
        Contexts.CGLIB
                .runner(Behind.class)
                .run(context ->
                        assertThat(context).getFailure().rootCause().isInstanceOf(InvalidBackoffException.class));
        Contexts.JDK
                .runner(Behind.class)
                .run(context ->
                        assertThat(context.getBean(Service.class).call()).isEqualTo("done"));
    }

    @Test
    void otherFinalClassesArePassedOver() {
        Contexts.CGLIB.runner(Other.class).run(context -> assertThat(context).hasNotFailed());
    }

    static final class Plain {

        @Backoff("payments")
        public String call() {
            return "";
        }
    }

    interface Service {
        String call();
    }

    static final class Behind implements Service {

        @Override
        @Backoff("payments")
        public String call() {
            return "done";
        }
    }

    static final class Other {}
}
