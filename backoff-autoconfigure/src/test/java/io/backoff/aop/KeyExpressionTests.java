package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyExpressionTests {

    private final Method method = Shard.class.getMethod("read", String.class, String.class, String.class);

    KeyExpressionTests() throws NoSuchMethodException {}

    @ParameterizedTest
    @CsvSource({"#tenant, acme", "#p0, acme", "region, eu", "zone, eu-1", "region + #tenant, euacme"})
    void readsArgumentsAndPropertiesOfTheBean(String text, String key) {
        KeyExpression expression = KeyExpression.parse(text, method, Shard.class);
        assertThat(expression.of(new Shard(), method, new Object[] {"acme", "other", "other"}))
                .isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tenant", "tenant.length()"})
    void refusesAnArgumentThatIsNamedAsAProperty(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyExpression.parse(text, method, Shard.class))
                .withMessage("the bean has no property 'tenant'; for the argument, write #tenant");
    }

    @Test
    void leavesOtherPropertiesToTheEvaluation() {
        assertThat(KeyExpression.parse("mandant", method, Shard.class)).isNotNull();
    }

    /** A bean with two properties that arguments have the names of. */
    static class Shard {

        public final String zone = "eu-1";

        public String getRegion() {
            return "eu";
        }

        public String read(String tenant, String region, String zone) {
            return tenant + region + zone;
        }
    }
}
