package io.backoff.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.classify.CalleeResponse;
import io.backoff.classify.FailureClassifier;
import io.backoff.classify.FailureRules;
import io.backoff.classify.Verdict;
import io.backoff.policy.BackoffPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which statuses are retried depends on whether {@code retry-on} names the class, and on which list is nearer. */
class RetriedStatusTests {

    @RegisterExtension
    final YamlApplication application = new YamlApplication();

    private static final String FLAKY = "io.backoff.config.RetriedStatusTests$Flaky";

    // Of the statuses 404, 429, 503 of the exception Flaky and of another one, those that policy 'p' retries.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            p: {}                                                                  | 429 503     | 429 503
            p: {retry-on: Flaky}                                                   | 404 429 503 |
            p: {retry-on: [java.lang.Exception, Flaky]}                            | 404 429 503 | 429 503
            p: {retry-on: [transient, Flaky]}                                      | 404 429 503 | 429 503
            p: {retry-on: transient}                                               | 429 503     | 429 503
            p: {retry-on: permanent}                                               |             |
            p: {retry-on: Flaky, retry-on-status: 429}                             | 429         |
            p: {retry-on-status: 404}                                              | 404         | 404
            p: {retry-on: Flaky, abort-on: Flaky}                                  |             |
            p: {retry-on: Flaky, abort-on: transient}                              | 404 429 503 |
            p: {abort-on: transient}                                               |             |
            p: {extends: base}, base: {retry-on: Flaky}                            | 404 429 503 |
            p: {extends: base}, base: {retry-on: Flaky, retry-on-status: 429}      | 429         |
            p: {extends: base, retry-on-status: 503}, base: {retry-on: Flaky}      | 503         |
            p: {extends: base, retry-on: Flaky}, base: {retry-on-status: 503}      | 404 429 503 |
            p: {extends: b}, b: {extends: c, retry-on: Flaky}, c: {retry-on-status: 503} | 404 429 503 |
            p: {extends: b}, b: {extends: c, retry-on-status: 503}, c: {retry-on: Flaky} | 503   |
            p: {preset: google-cloud}                                              | 429 503     | 429 503
            p: {preset: google-cloud, retry-on: Flaky}                             | 404 429 503 |
            p: {preset: google-cloud, retry-on-status: 404}                        | 404         | 404
            p: {extends: base, preset: google-cloud}, base: {retry-on: Flaky}      | 429 503     | 429 503
            p: {preset: optimistic-lock}                                           |             |
            """)
    void followsWhatIsWrittenNearest(String policies, @Nullable String flaky, @Nullable String others) {
        application(policies, "{}").run(found -> assertRetried(found.get("p"), flaky, others));
    }

    @ParameterizedTest(name = "default {0}, p {1}")
    @CsvSource(delimiter = '|', textBlock = """
            {retry-on: Flaky}                       | {}                     | 404 429 503 |
            {retry-on: Flaky, retry-on-status: 429} | {}                     | 429         |
            {retry-on: Flaky}                       | {retry-on-status: 429} | 429         |
            {retry-on-status: 429}                  | {retry-on: Flaky}      | 404 429 503 |
            {retry-on-status: 429}                  | {}                     | 429         | 429
            """)
    void takesTheDefaultPolicyForFurtherAway(
            String defaults, String policy, @Nullable String flaky, @Nullable String others) {
        application("p: " + policy, defaults).run(found -> assertRetried(found.get("p"), flaky, others));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            p: {}                                                | 404 429 503
            p: {retry-on-status: 429}                            | 429
            p: {extends: base}, base: {retry-on-status: 429}     | 404 429 503
            p: {preset: google-cloud}                            | 404 429 503
            p: {retry-on: java.io.IOException}                   | 404 429 503
            """)
    void countsTheAnnotatedPolicyAsNearAsTheAnnotation(String policies, String flaky) {
        application(policies, "{}").run(found -> {
            BackoffPolicy named = found.get("p");
            FailureRules rules = named.classifier().rules().replaceRetryOn(List.of(Flaky.class));
            assertRetried(named.withRules(rules), flaky, null);
        });
    }

    private YamlApplication application(String policies, String defaults) {
        String yaml = "backoff: {policies: {default: " + defaults + ", " + policies + "}}";
        return application.yaml(yaml.replace("Flaky", "'" + FLAKY + "'"));
    }

    private static void assertRetried(BackoffPolicy policy, @Nullable String flaky, @Nullable String others) {
        assertThat(retried(policy, new Flaky())).isEqualTo(flaky == null ? "" : flaky);
        assertThat(retried(policy, new IllegalStateException())).isEqualTo(others == null ? "" : others);
    }

    private static String retried(BackoffPolicy policy, Throwable failure) {
        return String.join(
                " ",
                List.of("404", "429", "503").stream()
                        .filter(status -> isRetried(policy, failure, Integer.parseInt(status)))
                        .toList());
    }

    private static boolean isRetried(BackoffPolicy policy, Throwable failure, int status) {
        var classifier = new FailureClassifier(
                policy.classifier().rules(),
                List.of(),
                List.of(thrown -> CalleeResponse.ofStatus(status)),
                policy.classifier().groups());
        return classifier.classify(failure).kind() == Verdict.Kind.RETRY;
    }

    static final class Flaky extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }
}
