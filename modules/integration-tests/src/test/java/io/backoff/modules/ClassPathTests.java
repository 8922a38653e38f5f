package io.backoff.modules;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an application does whose class path lacks modules, or mixes them. */
class ClassPathTests {

    private static final String CORE = "backoff-core";
    private static final String AUTOCONFIGURE = "backoff-autoconfigure";
    private static final String ACTUATOR =
            "spring-boot-actuator|spring-boot-actuator-autoconfigure|jackson-(core|databind)";

    @Test
    void retriesWithoutAnyOtherModule() throws Exception {
        assertThat(new SeparateShop(CORE, AUTOCONFIGURE)
                        .library(ACTUATOR)
                        .library("jackson-annotations|micrometer-core")
                        .run("--spring.jmx.enabled=true", "--management.endpoints.jmx.exposure.include=backoff"))
                .contains("paid at attempt 4")
                .contains("endpoint: true")
                .doesNotContain("WARN");
    }

    @ParameterizedTest
    @CsvSource({
        "backoff-http, http.client.idempotency-key=true",
        "backoff-grpc, http.client.attempt-header=never",
        "backoff-grpc, policies.payments.retry-on-grpc-status=ABORTED",
        "backoff-messaging, modulith.poll-interval=3s",
        "backoff-adopt, adopt.mode=govern",
        "backoff-idempotency, idempotency.ttl=1h",
        "backoff-redelivery, enabled=true",
        "backoff-dry-run, enabled=true",
    })
    void startsWithOneModule(String module, String property) throws Exception {
        assertThat(new SeparateShop(CORE, AUTOCONFIGURE, module).run("--backoff." + property))
                .contains("paid at attempt 4")
                .doesNotContain("WARN");
    }

    @Test
    void rejectsAPropertyOfAModuleThatIsMissing() throws Exception {
        assertThat(new SeparateShop(CORE, AUTOCONFIGURE)
                        .variable("BACKOFF_ADOPT_MODE", "govern")
                        .run())
                .contains("APPLICATION FAILED TO START")
                .contains("Property: backoff.adopt.mode")
                .contains("Origin: System Environment Property \"BACKOFF_ADOPT_MODE\"")
                .contains("Add the dependency 'io.backoff:backoff-adopt', or remove the property.");
    }

    /** Modules share keys. */
    @Test
    void rejectsAPropertyOfHttpWhereOnlyGrpcIsPresent() throws Exception {
        assertThat(new SeparateShop(CORE, AUTOCONFIGURE, "backoff-grpc")
                        .run("--backoff.http.client.groups.shop=default"))
                .contains("Property: backoff.http.client.groups.shop")
                .contains("Add the dependency 'io.backoff:backoff-http', or remove the property.");
    }

    @Test
    void rejectsJarsOfDifferentVersions(@TempDir Path older) throws Exception {
        Path resource = older.resolve("META-INF/backoff-module.properties");
        Files.createDirectories(resource.getParent());
        Files.createDirectories(older.resolve("io/backoff"));
        Files.writeString(resource, "artifact=backoff-adopt\nversion=0.0.1\n");

        assertThat(new SeparateShop(CORE, AUTOCONFIGURE).module(older).run())
                .contains("APPLICATION FAILED TO START")
                .contains("Jars of different versions of Backoff are on the class path")
                .contains("backoff-adopt 0.0.1 (file:" + older)
                .contains("backoff-core ", "(file:" + SeparateShop.find(CORE))
                .contains("import 'io.backoff:backoff-bom'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"adopt", "dry-run", "grpc", "http", "idempotency", "messaging", "redelivery"})
    void rejectsAModuleWithoutAutoconfigure(String module) throws Exception {
        assertThat(new SeparateShop(CORE, "backoff-" + module).run())
                .contains(
                        "backoff-" + module + " needs the dependency 'io.backoff:backoff-autoconfigure', which is not");
    }

    @Test
    void rejectsIdempotentMethodsWithoutTheirModule() throws Exception {
        assertThat(new SeparateShop(CORE, AUTOCONFIGURE).run("--spring.profiles.active=refunds"))
                .contains("APPLICATION FAILED TO START")
                .contains("the bean 'refunds' would carry out duplicate calls")
                .contains("Add the dependency 'io.backoff:backoff-idempotency'.");
    }
}
