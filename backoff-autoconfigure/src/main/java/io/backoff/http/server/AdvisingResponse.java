package io.backoff.http.server;

import io.backoff.http.RetryAfterHeader;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Adds to a 503 that the application sends what its caller is told about another attempt. The body is left alone, and so
 * is a {@code Retry-After} of the application, unless another attempt is not welcome at all.
 *
 * <p>Headers come with the status and not just before the response is committed: there is no event for that, and the
 * status is known long before. Hence both orders have to be right, status first or {@code Retry-After} first.
 */
final class AdvisingResponse extends HttpServletResponseWrapper {

    private final RequestLayer layer;
    private final Rejections rejections;
    private @Nullable Rejection told;
    private boolean ownRetryAfter;

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
        if (RetryAfterHeader.NAME.equalsIgnoreCase(name)) {
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
        if (RetryAfterHeader.NAME.equalsIgnoreCase(name)) {
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
        if (RetryAfterHeader.NAME.equalsIgnoreCase(name)) {
            setDateHeader(name, date);
        } else {
            super.addDateHeader(name, date);
        }
    }

    @Override
    public void reset() {
        super.reset();
        told = null;
        ownRetryAfter = false;
    }

    private boolean keeps(String name) {
        if (!RetryAfterHeader.NAME.equalsIgnoreCase(name)) {
            return true;
        }
        ownRetryAfter = true;
        return told == null || !told.noRetry();
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
        if (!ownRetryAfter || !name.equals(RetryAfterHeader.NAME)) {
            super.setHeader(name, value);
        }
    }

    private void takeBack(String name) {
        if (!ownRetryAfter || !name.equals(RetryAfterHeader.NAME)) {
            super.setHeader(name, null);
        }
    }
}
