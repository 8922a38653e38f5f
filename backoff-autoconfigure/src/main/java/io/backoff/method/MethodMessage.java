package io.backoff.method;

import io.backoff.message.LogMessage;
import java.lang.System.Logger.Level;

/** Messages about annotated methods, logged at startup. */
public enum MethodMessage implements LogMessage {
    BLOCKS_THREAD("@Backoff on %s: with policy '%s', a call can block its thread %s. Lower "
            + "'max-elapsed' or 'max-attempts', or return a CompletableFuture."),
    CONTAINER_RETRIES("@Backoff on %s: the method is a @%s and its container retries too, so attempts "
            + "multiply. Remove @Backoff and let the container retry: %s."),
    BEAN_REPLACED("@Backoff on %s does nothing for the bean '%s': a BeanPostProcessor put %s in its "
            + "place before the container could proxy it. Let the post-processor do so in "
            + "postProcessAfterInitialization, or annotate the interface."),
    POST_WITHOUT_KEY("'%s' retries POST or PATCH requests without an idempotency key, so the callee may carry them out "
            + "more than once: %s. If the callee knows the header Idempotency-Key, set "
            + "'backoff.http.client.idempotency-key' to true; else give these methods a policy of one attempt, as in "
            + "@Backoff(\"once\")."),
    NO_SERVICE_GROUPS("'backoff.http.client.groups' guards nothing: there are no HTTP service groups. Import the "
            + "interfaces of the clients with @ImportHttpServices, or remove the property.");

    private final String template;

    MethodMessage(String template) {
        this.template = template;
    }

    @Override
    public Level level() {
        return Level.WARNING;
    }

    @Override
    public String template() {
        return template;
    }
}
