package io.backoff.failure;

import static io.backoff.testkit.Membership.PERMANENT;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.validation.ConstraintViolationException;
import jakarta.validation.UnexpectedTypeException;
import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.validation.beanvalidation.MethodValidationInterceptor;

/** The groups of the failures of Bean Validation. */
class ValidationFailureTests {

    private final ValidatorFactory validation = Validation.buildDefaultValidatorFactory();

    private final Orders orders = validated(amount -> {});

    @AfterEach
    void close() {
        validation.close();
    }

    @Test
    void aViolatedConstraintIsPermanent() {
        var thrown = Caught.exception(ConstraintViolationException.class, () -> orders.place(0));
        assertThat(Application.groupOf(thrown)).isEqualTo(PERMANENT);
    }

    @Test
    void aConstraintThatDoesNotFitIsPermanent() {
        var thrown = Caught.exception(
                UnexpectedTypeException.class, () -> validation.getValidator().validate(new Wrong(1)));
        assertThat(Application.groupOf(thrown)).isEqualTo(PERMANENT);
    }

    private Orders validated(Orders target) {
        var proxies = new ProxyFactory(Orders.class, new MethodValidationInterceptor(validation));
        proxies.setTarget(target);
        return (Orders) proxies.getProxy();
    }

    interface Orders {

        void place(@Min(1) int amount);
    }

    record Wrong(@Size(min = 1) int amount) {}
}
