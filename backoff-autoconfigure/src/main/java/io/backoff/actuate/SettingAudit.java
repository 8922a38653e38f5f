package io.backoff.actuate;

import io.backoff.config.change.SettingChange;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.context.ApplicationEventPublisher;

/** Publishes an audit event for each change of a setting. */
record SettingAudit(ApplicationEventPublisher events) implements Consumer<SettingChange> {

    /** The type of the events. */
    static final String TYPE = "BACKOFF_SETTING_CHANGED";

    @Override
    @SuppressWarnings("NullAway") // Since Java 22, javac reads the nullness of type arguments from jars.
    public void accept(SettingChange change) {
        ChangeReport report = ChangeReport.of(change);
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("by", report.by());
        data.put("source", report.source());
        data.put("property", report.property());
        putIfSet(data, "from", report.from());
        putIfSet(data, "to", report.to());
        data.put("at", report.at());
        events.publishEvent(new AuditApplicationEvent(new AuditEvent(change.at(), change.by(), TYPE, data)));
    }

    private static void putIfSet(Map<String, Object> data, String name, @Nullable String value) {
        if (value != null) {
            data.put(name, value);
        }
    }
}
