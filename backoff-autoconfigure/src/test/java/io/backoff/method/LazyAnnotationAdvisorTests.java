package io.backoff.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.backoff.Backoff;
import io.backoff.Idempotent;
import java.lang.annotation.Annotation;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;

class LazyAnnotationAdvisorTests {

    private static final MethodInterceptor REPLACING = invocation -> "intercepted";

    @Test
    void interceptsAnnotatedMethodsOnly() {
        var service = proxied(Backoff.class, () -> REPLACING);
        assertThat(service.guarded()).isEqualTo("intercepted");
        assertThat(service.plain()).isEqualTo("called");
    }

    @Test
    void asksForItsInterceptorOnceAndAtTheFirstCall() {
        var asked = new AtomicInteger();
        var service = proxied(Backoff.class, () -> {
            asked.incrementAndGet();
            return REPLACING;
        });
        service.plain();
        assertThat(asked).hasValue(0);
        service.guarded();
        service.guarded();
        assertThat(asked).hasValue(1);
    }

    @Test
    void asksAgainWhereThereWasNoInterceptorYet() {
        var asked = new AtomicInteger();
        var service = proxied(Backoff.class, () -> {
            if (asked.incrementAndGet() == 1) {
                throw new IllegalStateException("too early");
            }
            return REPLACING;
        });
        assertThatIllegalStateException().isThrownBy(service::guarded).withMessage("too early");
        assertThat(service.guarded()).isEqualTo("intercepted");
    }

    /** Tests create and close contexts; their proxy classes stay. */
    @Test
    void sharesTheClassesOfProxiesWithOtherContexts() {
        var first = proxied(Backoff.class, () -> REPLACING);
        var second = proxied(Backoff.class, () -> REPLACING);
        assertThat(second).hasSameClassAs(first);
    }

    @Test
    void sharesNoClassesWithOtherAnnotations() {
        var retried = proxied(Backoff.class, () -> REPLACING);
        var idempotent = proxied(Idempotent.class, () -> REPLACING);
        assertThat(idempotent.getClass()).isNotEqualTo(retried.getClass());
        assertThat(idempotent.guarded()).isEqualTo("called");
    }

    private static Service proxied(Class<? extends Annotation> annotation, Supplier<MethodInterceptor> interceptor) {
        var factory = new ProxyFactory(new Service());
        factory.setProxyTargetClass(true);
        factory.addAdvisor(new OfAnnotation(AnnotatedMethods.of(annotation), interceptor));
        return (Service) factory.getProxy();
    }

    private static final class OfAnnotation extends LazyAnnotationAdvisor {

        OfAnnotation(AnnotatedMethods<?> methods, Supplier<MethodInterceptor> interceptor) {
            super(methods, interceptor, 0);
        }
    }

    static class Service {

        @Backoff
        public String guarded() {
            return "called";
        }

        public String plain() {
            return "called";
        }
    }
}
