package io.backoff.redelivery.method;

import io.backoff.message.LogMessage;
import io.backoff.test.autoconfigure.AnnotationCheck;

/** Checks in tests that {@link io.backoff.redelivery.Redeliver} has an effect. */
final class RedeliverCheck extends AnnotationCheck {

    private static final LogMessage NOT_STORED = LogMessage.warning(
            "@%s has no effect on %s in this test: its context is only a part of the application, without stored "
                    + "calls. Each call is made immediately. Use @SpringBootTest, which starts the whole application.");

    RedeliverCheck() {
        super(RedeliverAdvisor.ANNOTATED, "backoffRedeliveryCheck", NOT_STORED);
    }
}
