package io.backoff.message;

import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/** A logger that keeps its lines. */
public final class LogLines implements Logger {

    private final Level least;
    private final List<String> all = new ArrayList<>();
    private boolean broken;

    public LogLines(Level least) {
        this.least = least;
    }

    public List<String> all() {
        return all;
    }

    void breakDown() {
        broken = true;
    }

    @Override
    public String getName() {
        return "lines";
    }

    @Override
    public boolean isLoggable(Level level) {
        return level.compareTo(least) >= 0;
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String text, @Nullable Throwable failure) {
        if (broken) {
            throw new IllegalStateException("no space left");
        }
        all.add(level + " " + text + (failure == null ? "" : " (" + failure.getMessage() + ")"));
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String text, @Nullable Object... arguments) {
        log(level, bundle, text, (Throwable) null);
    }
}
