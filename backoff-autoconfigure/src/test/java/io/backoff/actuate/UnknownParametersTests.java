package io.backoff.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** A misspelled parameter changes nothing, neither what was meant nor more than that. */
class UnknownParametersTests {

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void areRejected(WebApplicationType type) {
        try (RunningApplication application = new RunningApplication(
                Everything.class,
                type,
                "web",
                "management.endpoints.web.exposure.include=backoff,backoffredeliveries,loggers")) {
            assertThat(application.send("POST", "backoffredeliveries", "{\"pause\":true}"))
                    .isEqualTo("400 application/problem+json {\"type\":\"urn:problem:backoff:unknown-parameter\","
                            + "\"title\":\"Unknown parameter\",\"status\":400,\"detail\":\"There is no parameter"
                            + " 'pause'. Did you mean 'paused'?\","
                            + "\"known\":[\"failure\",\"method\",\"paused\",\"since\",\"until\"]}");
            assertThat(application.send("DELETE", "backoffredeliveries?failure=Timeout&metod=Shop.pay", ""))
                    .startsWith("400 ")
                    .contains("Did you mean 'method'?");
            assertThat(application.send("GET", "backoffredeliveries?metod=Shop.pay", ""))
                    .startsWith("400 ");
            assertThat(application.send(
                            "POST",
                            "backoff/payments",
                            "{\"property\":\"max-attempts\",\"value\":\"2\",\"dry-run\":true}"))
                    .startsWith("400 ")
                    .contains("There is no parameter 'dry-run'.");
            assertThat(application.send("GET", "backoff/payments", "")).contains("\"max-attempts\":{\"value\":3,");
            assertThat(application.send("POST", "loggers/of.others", "{\"configuredLevel\":\"warn\",\"more\":1}"))
                    .startsWith("204 ");
        }
    }

    @EnableAutoConfiguration
    static class Everything {}
}
