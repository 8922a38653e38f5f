package io.backoff.rewrite.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openrewrite.yaml.YamlParser;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.core.io.ByteArrayResource;

/** Aliases have the meaning that SnakeYAML gives them. */
class YamlAliasesTests {

    private static final String ANCHORS = """
            retry: &retry
              max-attempts: five
              wait: 1s
              delays: { first: 1s, second: 2s }
            slow: &slow { wait: 9s, jitter: none, delays: { third: 3s } }
            quick: &quick
              <<: *retry
              wait: 1ms
            """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<<: *retry",
                "<<: [*retry, *slow]",
                "<<: [*slow, *retry]",
                "<<: [*quick, *retry]",
                "<<: [{ wait: 7s, own: here }, *slow]",
                "<<:\n    - *slow\n    - *retry\n  wait: 2s",
                "wait: 2s\n  <<: [*retry, *slow]",
                "<<: *retry\n  delays: { fourth: 4s }",
                "delays: { fourth: 4s }\n  <<: [*retry, *slow]",
                "<<: []\n  wait: 2s"
            })
    void mappingsAreMerged(String stock) {
        String text = ANCHORS + "stock:\n  " + stock + "\n";

        assertThat(values(text)).isEqualTo(springValues(text));
    }

    private static Map<String, String> values(String text) {
        return ConfigReader.read(
                        YamlParser.builder().build().parse(text).toList().get(0))
                .get(0)
                .values();
    }

    private static Map<?, ?> springValues(String text) {
        var yaml = new YamlPropertiesFactoryBean();
        yaml.setResources(new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8)));
        return yaml.getObject();
    }
}
