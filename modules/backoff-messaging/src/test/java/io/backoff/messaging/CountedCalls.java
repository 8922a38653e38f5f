package io.backoff.messaging;

import io.backoff.config.SettingsGroup;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.context.ApplicationContext;

/** The policy {@code orders}, and the calls of listeners and templates under it. */
public final class CountedCalls {

    private CountedCalls() {}

    public static void change(ApplicationContext context, String property, String value) {
        context.getBean(PolicyStore.class)
                .change(
                        SettingsGroup.POLICIES,
                        "orders",
                        Map.of(property, value),
                        Author.of(null, ChangeSource.ENDPOINT));
    }

    /** The calls so far by outcome, without those that are 0. */
    public static Map<String, Integer> outcomes(ApplicationContext context, String method) {
        Map<String, Integer> outcomes = new TreeMap<>();
        for (Meter each : context.getBean(MeterRegistry.class)
                .find("backoff.calls")
                .tags("policy", "orders", "method", method)
                .meters()) {
            double count = each instanceof FunctionCounter counter ? counter.count() : ((Counter) each).count();
            if (count > 0) {
                outcomes.put(each.getId().getTag("outcome"), (int) count);
            }
        }
        return outcomes;
    }
}
