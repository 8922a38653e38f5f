package io.backoff.http.server;

import io.backoff.http.PushbackHeader;
import io.backoff.http.RetryAfterHeader;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Adds to a 503 that the application sends what its caller is told about another attempt. The body is left alone, and so
 * are a {@code Retry-After} and a {@code Retry-Pushback-Ms} of the application; only the former is dropped when another
 * attempt is not welcome at all.
 *
 * <p>Headers come with the status and not just before the response is committed: there is no event for that, and the
 * status is known long before. Hence both orders have to be right, status first or header first.
 */
final class AdvisingResponse extends HttpServletResponseWrapper {

    private final RequestLayer layer;
    private final Rejections rejections;
    private final Set<String> own = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    private @Nullable Rejection told;

    AdvisingResponse(HttpServletResponse response, RequestLayer layer, Rejections rejections) {
        super(response);
        this.layer = layer;
        this.rejections = rejections;
    }

    @Override
    public void setStatus(int status) {
        super.setStatus(status);
        advise(status);
    }

    @Override
    public void sendError(int status) throws IOException {
        advise(status);
        super.sendError(status);
    }

    @Override
    public void sendError(int status, String message) throws IOException {
        advise(status);
        super.sendError(status, message);
    }

    @Override
    public void setHeader(String name, @Nullable String value) {
        if (keeps(name)) {
            super.setHeader(name, value);
        }
    }

    @Override
    public void addHeader(String name, String value) {
        // Ours is there already, and a second value would make both invalid.
        if (isAdvice(name)) {
            setHeader(name, value);
        } else {
            super.addHeader(name, value);
        }
    }

    @Override
    public void setIntHeader(String name, int value) {
        if (keeps(name)) {
            super.setIntHeader(name, value);
        }
    }

    @Override
    public void addIntHeader(String name, int value) {
        if (isAdvice(name)) {
            setIntHeader(name, value);
        } else {
            super.addIntHeader(name, value);
        }
    }

    @Override
    public void setDateHeader(String name, long date) {
        if (keeps(name)) {
            super.setDateHeader(name, date);
        }
    }

    @Override
    public void addDateHeader(String name, long date) {
        if (isAdvice(name)) {
            setDateHeader(name, date);
        } else {
            super.addDateHeader(name, date);
        }
    }

    @Override
    public void reset() {
        super.reset();
        told = null;
        own.clear();
    }

    private boolean keeps(String name) {
        if (isAdvice(name)) {
            own.add(name);
        }
        return told == null || !told.noRetry() || !RetryAfterHeader.NAME.equalsIgnoreCase(name);
    }

    private static boolean isAdvice(String name) {
        return RetryAfterHeader.NAME.equalsIgnoreCase(name) || PushbackHeader.NAME.equalsIgnoreCase(name);
    }

    private void advise(int status) {
        if (isCommitted()) {
            return;
        }
        if (status == Rejection.STATUS) {
            told = rejections.ofOwnAnswer(layer);
            told.headers().forEach(this::tell);
            if (told.noRetry()) {
                super.setHeader(RetryAfterHeader.NAME, null);
            }
        } else if (told != null) {
            told.headers().keySet().forEach(this::takeBack);
            told = null;
        }
    }

    private void tell(String name, String value) {
        if (!own.contains(name)) {
            super.setHeader(name, value);
        }
    }

    private void takeBack(String name) {
        if (!own.contains(name)) {
            super.setHeader(name, null);
        }
    }
}
