package io.backoff.rewrite.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.rewrite.policy.PolicySettings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.SourceFile;
import org.openrewrite.properties.PropertiesParser;
import org.openrewrite.yaml.YamlParser;
import org.yaml.snakeyaml.Yaml;

class ConfigWriterTests {

    private static final Addition STOCK =
            new Addition(Map.of(), Map.of("stock", PolicySettings.empty().with("delay", "1s")));

    private static final String STOCK_YAML = "backoff:\n  policies:\n    stock:\n      delay: 1s\n";

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "---\n", "# of the shop\n\n", "server.port: 8081\n\n"})
    void aYamlFileWithoutSettingsGetsThem(String text) {
        assertThat(inYaml(text)).isEqualTo(text + STOCK_YAML);
    }

    @ParameterizedTest
    @ValueSource(strings = {"# of the shop\n", "server.port: 8081\n"})
    void settingsStandApart(String text) {
        assertThat(inYaml(text)).isEqualTo(text + "\n" + STOCK_YAML);
        assertThat(inYaml(text.strip())).isEqualTo(text + "\n" + STOCK_YAML.strip());
    }

    @Test
    void settingsStandApartInADocument() {
        assertThat(inYaml("server.port: 8081\n---\nspring.config.activate.on-profile: test\n"))
                .isEqualTo("server.port: 8081\n\n" + STOCK_YAML + "---\nspring.config.activate.on-profile: test\n");
    }

    @Test
    void listsHaveALineForEachEntry() {
        PolicySettings settings = PolicySettings.empty()
                .with("retry-on", List.of("java.io.IOException", "shop.BusyException"))
                .with("abort-on", "shop.ClosedException");
        assertThat(ConfigWriter.create(Path.of("application.yml"), new Addition(Map.of(), Map.of("stock", settings)))
                        .printAll())
                .isEqualTo("""
                        backoff:
                          policies:
                            stock:
                              retry-on:
                                - java.io.IOException
                                - shop.BusyException
                              abort-on: shop.ClosedException
                        """);
    }

    @Test
    void theIndentationOfYamlIsKept() {
        assertThat(inYaml("server:\n    port: 8081\nbackoff:\n    policies:\n        mail:\n            delay: 2s\n"))
                .isEqualTo("server:\n    port: 8081\nbackoff:\n    policies:\n        mail:\n            delay: 2s\n"
                        + "        stock:\n            delay: 1s\n");
    }

    @Test
    void lineEndsOfWindowsAreKept() {
        assertThat(inYaml("server:\r\n  port: 8081\r\n"))
                .isEqualTo("server:\r\n  port: 8081\r\n\r\n" + STOCK_YAML.replace("\n", "\r\n"));
        assertThat(inProperties("server.port=8081\r\n"))
                .isEqualTo("server.port=8081\r\n\r\nbackoff.policies.stock.delay=1s\r\n");
    }

    @Test
    void anEmptyPropertiesFileGetsSettings() {
        assertThat(inProperties("")).isEqualTo("backoff.policies.stock.delay=1s\n");
    }

    @Test
    void valuesAreQuotedWhereYamlNeedsIt() {
        var fields = new LinkedHashMap<String, String>();
        fields.put("max-attempts", "${shop.attempts:4}");
        fields.put("delay", "${shop.delay}ms");
        fields.put("retry-on", "shop.Stock$EmptyException");
        fields.put("retry-on-result", "#result == 'none': #x");
        PolicySettings settings = PolicySettings.empty();
        for (var field : fields.entrySet()) {
            settings = settings.with(field.getKey(), field.getValue());
        }
        var addition = new Addition(Map.of(), Map.of("a.b", settings));

        String yaml = ConfigWriter.create(Path.of("application.yml"), addition).printAll();

        assertThat(yaml).contains("max-attempts: ${shop.attempts:4}\n", "delay: ${shop.delay}ms\n");
        Map<String, Object> read = new Yaml().load(yaml);
        assertThat(read).isEqualTo(Map.of("backoff", Map.of("policies", Map.of("[a.b]", fields))));
    }

    /** As in messages, which name the properties of such a policy without brackets. */
    @Test
    void aNameWithUnderscoresNeedsNoBrackets() {
        var addition = new Addition(
                Map.of(), Map.of("stock_service", PolicySettings.empty().with("delay", "1s")));
        assertThat(add(yaml(""), addition)).contains("    stock_service:\n");
        assertThat(add(properties(""), addition)).isEqualTo("backoff.policies.stock_service.delay=1s\n");
    }

    private static String inYaml(String text) {
        return add(yaml(text), STOCK);
    }

    private static String inProperties(String text) {
        return add(properties(text), STOCK);
    }

    private static SourceFile yaml(String text) {
        return YamlParser.builder().build().parse(text).toList().get(0);
    }

    private static SourceFile properties(String text) {
        return PropertiesParser.builder().build().parse(text).toList().get(0);
    }

    private static String add(SourceFile file, Addition addition) {
        return ConfigWriter.add(file, Map.of(0, addition), new InMemoryExecutionContext())
                .printAll();
    }
}
