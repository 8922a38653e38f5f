package io.backoff.messaging;

import io.backoff.logging.SpringLogger;
import java.lang.System.Logger;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/** Warns of a property that names a policy for messages but governs nothing. Creates the meters of what is governed. */
final class GovernedCallsReport implements ApplicationListener<ContextRefreshedEvent> {

    private static final Logger logger = SpringLogger.of(GovernedCallsReport.class);

    private final ApplicationContext context;
    private final ObjectProvider<GovernedCalls> calls;
    private final ObjectProvider<GovernedListeners> listeners;

    GovernedCallsReport(
            ApplicationContext context,
            ObjectProvider<GovernedCalls> calls,
            ObjectProvider<GovernedListeners> listeners) {
        this.context = context;
        this.calls = calls;
        this.listeners = listeners;
    }

    /** Ignores events of child contexts, which arrive here too. */
    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        if (event.getApplicationContext() == context) {
            calls.forEach(each -> check(
                    each.property(),
                    each.kind(),
                    each.areGoverned(),
                    each.rows().isEmpty()));
            listeners.forEach(each -> {
                check(each.property(), each.kind(), each.isSet(), each.rows().isEmpty());
                each.unused().forEach(line -> line.log(logger));
            });
        }
    }

    private static void check(String property, String kind, boolean set, boolean unused) {
        if (set && unused) {
            MessagingMessage.GOVERNS_NOTHING.with(property, kind).log(logger);
        }
    }
}
