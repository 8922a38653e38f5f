package io.backoff.metrics;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;
import org.jspecify.annotations.Nullable;

/**
 * The key values and events that the library adds to existing observations. It creates no observations. Guarded calls
 * report to the observation that is current when they begin; resent requests report to the observation of their HTTP
 * client.
 *
 * @since 0.1.0
 */
public enum BackoffObservationDocumentation implements ObservationDocumentation {
    /**
     * The observation in which a guarded call is made. To change the key values that the call adds, declare a
     * {@link BackoffObservationConvention} bean.
     */
    GUARDED_CALL {
        @Override
        public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
            return BackoffObservationConvention.class;
        }

        @Override
        public KeyName[] getLowCardinalityKeyNames() {
            return CallKey.values();
        }

        @Override
        public Observation.Event[] getEvents() {
            return CallEvent.values();
        }
    },

    /** The observation of an HTTP client for a resent request. */
    SENT_REQUEST {
        @Override
        public String getName() {
            return "http.client.requests";
        }

        @Override
        public KeyName[] getHighCardinalityKeyNames() {
            return RequestKey.values();
        }
    };

    // The code that starts the observation, and not this library, chooses its name.
    @Override
    public @Nullable String getName() {
        return null;
    }

    /** The key values of a guarded call, added when it ends. */
    public enum CallKey implements KeyName {
        /** The name of the policy. */
        POLICY("backoff.policy"),

        /** How the call ended. */
        OUTCOME("backoff.outcome");

        private final String key;

        CallKey(String key) {
            this.key = key;
        }

        @Override
        public String asString() {
            return key;
        }
    }

    /** The events of a guarded call. */
    public enum CallEvent implements Observation.Event {
        /** A retry, with its cause. */
        RETRY;

        @Override
        public String getName() {
            return "backoff.retry";
        }

        @Override
        public String getContextualName() {
            return "retry after %s";
        }
    }

    /** The key values of a resent request. */
    public enum RequestKey implements KeyName {
        /** The ordinal of the retry: 1 for the second attempt. */
        RESEND_COUNT;

        @Override
        public String asString() {
            return "http.request.resend_count";
        }
    }
}
