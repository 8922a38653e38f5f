package io.backoff.adopt.reactor;

import io.backoff.adopt.AdoptedCall;
import io.backoff.engine.RetryScope;
import org.jspecify.annotations.Nullable;

/**
 * A call whose attempts are subscriptions, as the Reactor context carries it to them.
 *
 * @param outside the scope of the subscriber of the call; {@code null} for none
 */
record Subscribed(AdoptedCall call, @Nullable RetryScope outside) {}
