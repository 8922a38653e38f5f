package io.backoff.http.client;

import io.backoff.engine.RetryScopeHolder;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import org.springframework.http.client.observation.ClientRequestObservationContext;

/**
 * Adds the {@link ResendCount} to requests of RestClient and RestTemplate, whose observations start on the thread of
 * the attempt. {@link AttemptFilter} does the same for WebClient, whose observations may start on another thread.
 */
final class ResendCountHandler implements ObservationHandler<ClientRequestObservationContext> {

    @Override
    public void onStart(ClientRequestObservationContext request) {
        ResendCount.add(request, RetryScopeHolder.current());
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof ClientRequestObservationContext;
    }
}
