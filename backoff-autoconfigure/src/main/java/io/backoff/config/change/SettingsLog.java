package io.backoff.config.change;

import io.backoff.config.Setting;
import io.backoff.config.SettingsGroup;
import io.backoff.config.policy.Budgets;
import io.backoff.engine.TimeSource;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogLine;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Logs warnings about the configuration, and logs and records changes at run time, with author, time and source. */
public final class SettingsLog {

    static final int MOST = 50;

    private static final Logger logger = SpringLogger.of(SettingsLog.class);

    private static final LogMessage CHANGE_NOT_ANNOUNCED =
            LogMessage.warning("Backoff: a listener for the change of %s failed");

    private final TimeSource time;
    private final Deque<SettingChange> latest = new ArrayDeque<>();
    private final List<Consumer<? super SettingChange>> watchers = new CopyOnWriteArrayList<>();

    public SettingsLog(TimeSource time) {
        this.time = time;
    }

    /** Logs new warnings. */
    static void warn(Set<LogLine> before, Set<LogLine> after) {
        after.stream().filter(warning -> !before.contains(warning)).forEach(warning -> warning.log(logger));
    }

    /** The last 50 changes, the newest first. */
    public synchronized List<SettingChange> latest() {
        List<SettingChange> changes = new ArrayList<>(latest);
        Collections.reverse(changes);
        return changes;
    }

    /**
     * Notifies the watcher of every later change, on the thread that makes the change.
     *
     * @param watcher receives changes; its exceptions are logged and have no other effect
     */
    public void watch(Consumer<? super SettingChange> watcher) {
        watchers.add(watcher);
    }

    /** Records that a budget was refilled. A refill counts as a change, although tokens are not a setting. */
    public void refilled(String budget, int tokens, Author author) {
        SettingDifference refill = new SettingDifference(
                SettingsGroup.BUDGETS.property(budget, Budgets.TOKENS),
                new Setting(tokens, Setting.ACTUATOR),
                new Setting(Budgets.FULL, Setting.ACTUATOR));
        announce(add(List.of(refill), author));
    }

    /**
     * Logs and records changes.
     *
     * @return the changes, which the caller announces after releasing all locks
     */
    synchronized List<SettingChange> add(List<SettingDifference> differences, Author author) {
        if (SettingDifference.CHANGED.isLoggable(logger)) {
            differences.forEach(difference -> difference.line(author).log(logger));
        }
        Instant now = time.instant();
        List<SettingChange> changes = differences.stream()
                .map(difference -> difference.change(author, now))
                .toList();
        latest.addAll(changes);
        while (latest.size() > MOST) {
            latest.removeFirst();
        }
        return changes;
    }

    /** Notifies the watchers of changes. Does not throw. */
    void announce(List<SettingChange> changes) {
        for (SettingChange change : changes) {
            for (Consumer<? super SettingChange> watcher : watchers) {
                announce(change, watcher);
            }
        }
    }

    private static void announce(SettingChange change, Consumer<? super SettingChange> watcher) {
        try {
            watcher.accept(change);
        } catch (RuntimeException | LinkageError failure) {
            CHANGE_NOT_ANNOUNCED.with(change.property()).log(logger, failure);
        }
    }
}
