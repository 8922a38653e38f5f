package io.backoff.method;

import io.backoff.engine.execution.Guard;
import java.util.Collection;

/**
 * Calls that an integration guards without an annotation, such as deliveries to a message listener. Beans of this type
 * list such calls for the Actuator endpoint and the startup report.
 */
public interface IntegrationCalls {

    /** Returns the calls known so far. */
    Collection<Row> rows();

    /**
     * The calls under one guard.
     *
     * @param bean name of the bean that makes or receives the calls
     * @param by the integration, for example {@code kafka}
     * @param guard the guard of the calls
     */
    record Row(String bean, String by, Guard guard) {

        /** The value of the meter tag {@code method}. */
        public String method() {
            return guard.calls().method();
        }

        /** The name of the policy. */
        public String policy() {
            return guard.calls().policy();
        }

        /** The name of the current budget. */
        public String budget() {
            return guard.policy().get().budget().name();
        }
    }
}
