package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.config.AdviceOrder;
import org.junit.jupiter.api.Test;
import org.springframework.core.Ordered;
import org.springframework.core.env.StandardEnvironment;

/** The order of our advice in an application with the aspects of Resilience4j, which have five orders in a row. */
class AdviceOrderTests {

    @Test
    void isOutsideOfTheAspectsOfResilience4j() {
        assertThat(AdviceOrder.of(new StandardEnvironment())).isEqualTo(Ordered.LOWEST_PRECEDENCE - 6);
    }
}
