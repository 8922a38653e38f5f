package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyExpressionTests {

    private final Method method = Shard.class.getMethod("read", String.class, String.class, String.class, String.class);

    KeyExpressionTests() throws NoSuchMethodException {}

    @ParameterizedTest
    @CsvSource({"#tenant, acme", "#p0, acme", "region, eu", "zone, eu-1", "shard, s-1", "region + #tenant, euacme"})
    void readsArgumentsAndPropertiesOfTheBean(String text, String key) {
        KeyExpression expression = KeyExpression.parse(text, method, Shard.class);
        assertThat(expression.of(new Shard(), method, new Object[] {"acme", "other", "other", "other"}))
                .isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"tenant", "tenant.length()", "#region + tenant", "{#region, tenant}", "#region.concat(tenant)"})
    void refusesAnArgumentThatIsNamedAsAProperty(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyExpression.parse(text, method, Shard.class))
                .withMessage("there is no property 'tenant'; did you mean #tenant?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"#region.tenant", "{tenant: #region}", "{'a'}.![tenant]", "{'a'}.?[tenant]", "#region[tenant]"})
    void acceptsNamesOfArgumentsElsewhere(String text) {
        assertThat(KeyExpression.parse(text, method, Shard.class)).isNotNull();
    }

    @Test
    void leavesOtherPropertiesToTheEvaluation() {
        assertThat(KeyExpression.parse("mandant", method, Shard.class)).isNotNull();
    }

    /** A bean with three properties that arguments have the names of. */
    static class Shard {

        public final String zone = "eu-1";

        public String getRegion() {
            return "eu";
        }

        public String shard() {
            return "s-1";
        }

        public String read(String tenant, String region, String zone, String shard) {
            return tenant + region + zone + shard;
        }
    }
}
