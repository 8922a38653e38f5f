package io.backoff.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.classify.Classifiers;
import io.backoff.classify.FailureClassifier;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class OverloadedExceptionTests {

    private final FailureClassifier classifier = Classifiers.retrying(OverloadedException.class);

    @Test
    void delaysRetriesByItsRetryAfterIfItHasOne() {
        OverloadedException full = new OverloadedException("full", Duration.ofSeconds(2));
        assertThat(classifier.classify(full).retryAfter()).isEqualTo(Duration.ofSeconds(2));
        assertThat(classifier.classify(new OverloadedException()).retryAfter()).isNull();
    }
}
