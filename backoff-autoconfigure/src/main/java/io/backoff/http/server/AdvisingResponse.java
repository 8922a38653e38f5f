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
 * are a {@code Retry-After} and a {@code Retry-Pushback-Ms} of the application, unless another attempt is not welcome at
 * all: then there is no hint. The application can say that too, by a pushback that is negative.
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
        if (accepts(name, value)) {
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
        if (accepts(name, Integer.toString(value))) {
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
        if (accepts(name, null)) {
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

    private boolean accepts(String name, @Nullable String value) {
        if (!isAdvice(name)) {
            return true;
        }
        if (told != null && (told.noRetry() || isNever(name, value))) {
            tell(rejections.ofOwnAnswer(layer, true));
            return false;
        }
        own.add(name);
        return true;
    }

    private static boolean isNever(String name, @Nullable String value) {
        PushbackHeader pushback = PushbackHeader.NAME.equalsIgnoreCase(name) ? PushbackHeader.parse(value) : null;
        return pushback != null && pushback.isNever();
    }

    private static boolean isAdvice(String name) {
        return RetryAfterHeader.NAME.equalsIgnoreCase(name) || PushbackHeader.NAME.equalsIgnoreCase(name);
    }

    private void advise(int status) {
        if (isCommitted()) {
            return;
        }
        if (status == Rejection.STATUS) {
            String pushback = own.contains(PushbackHeader.NAME) ? getHeader(PushbackHeader.NAME) : null;
            tell(rejections.ofOwnAnswer(layer, isNever(PushbackHeader.NAME, pushback)));
        } else if (told != null) {
            told.headers().keySet().forEach(this::takeBack);
            told = null;
        }
    }

    private void tell(Rejection rejection) {
        told = rejection;
        if (rejection.noRetry()) {
            own.clear();
            super.setHeader(RetryAfterHeader.NAME, null);
        }
        rejection.headers().forEach((name, value) -> {
            if (!own.contains(name)) {
                super.setHeader(name, value);
            }
        });
    }

    private void takeBack(String name) {
        if (!own.contains(name)) {
            super.setHeader(name, null);
        }
    }
}
