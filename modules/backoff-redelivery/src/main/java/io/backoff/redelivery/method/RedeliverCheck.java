package io.backoff.redelivery.method;

import io.backoff.message.LogMessage;
import io.backoff.test.autoconfigure.AnnotationCheck;

/** Checks in tests that {@link io.backoff.redelivery.Redeliver} has an effect. */
final class RedeliverCheck extends AnnotationCheck {

    private static final LogMessage NOT_STORED = LogMessage.warning(
            "@%s has no effect on %s in this test, whose context is a part of the application without stored "
                    + "calls: each call is made immediately. Test it with the whole application (@SpringBootTest).");

    RedeliverCheck() {
        super(RedeliverAdvisor.ANNOTATED, "backoffRedeliveryCheck", NOT_STORED);
    }
}
