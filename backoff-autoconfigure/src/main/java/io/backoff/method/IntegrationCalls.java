package io.backoff.method;

import io.backoff.engine.execution.Guard;
import java.util.Collection;

/**
 * Calls that are guarded although no annotation says so, such as the deliveries to a message listener. Beans of this
 * type add them to the Actuator endpoint and to the line at startup.
 */
public interface IntegrationCalls {

    /** The calls that are known by now. */
    Collection<Row> rows();

    /**
     * The calls of one kind.
     *
     * @param bean name of the bean that makes or receives the calls
     * @param by the integration that guards them, for example {@code kafka}
     * @param guard their policy, and the method in the tag of their meters
     */
    record Row(String bean, String by, Guard guard) {

        /** Name in the tag {@code method} of the meters. */
        public String method() {
            return guard.calls().method();
        }

        /** Name of the policy. */
        public String policy() {
            return guard.calls().policy();
        }

        /** Name of the budget that retries draw from now. */
        public String budget() {
            return guard.policy().get().budget().name();
        }
    }
}
