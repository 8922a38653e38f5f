package io.backoff.http.server;

import io.backoff.server.Rejection;
import io.backoff.server.Rejections;
import io.backoff.server.RequestRetryScope;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Adds retry advice to a 503 response of the application, and to the other responses that {@link HttpRejection#advise}
 * describes. The body is unchanged. The application's own advice is kept, unless the added advice forbids a retry. An
 * application can itself forbid a retry with a negative {@code Retry-Pushback-Ms} header.
 *
 * <p>A {@code ResponseBodyAdvice} would miss the responses of {@code sendError}, views, filters and plain servlets. The
 * Servlet API has no event before a response is committed, so the advice is recomputed after each change of the status
 * or of a header on which the advice depends.
 */
final class AdvisingResponse extends HttpServletResponseWrapper {

    private final RequestRetryScope scope;
    private final Rejections rejections;
    private final HttpHeaders own = new HttpHeaders();
    private boolean advised;

    AdvisingResponse(HttpServletResponse response, RequestRetryScope scope, Rejections rejections) {
        super(response);
        this.scope = scope;
        this.rejections = rejections;
    }

    /**
     * Creates the wrapper for a later dispatch of the request, such as the dispatch to an error page. The new wrapper
     * forgets the headers of the application if the response has been cleared.
     *
     * @param response the response of the later dispatch; unless it was cleared, it still has the headers set through
     *     this wrapper
     */
    AdvisingResponse continuedBy(HttpServletResponse response) {
        AdvisingResponse later = new AdvisingResponse(response, scope, rejections);
        if (HttpRejection.HEADERS.stream().anyMatch(response::containsHeader)) {
            later.own.putAll(own);
            later.advised = advised;
        }
        return later;
    }

    /** Updates the advice, which also depends on the failures of the request. */
    void advise() {
        advise(getStatus());
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
        super.setHeader(name, value);
        changed(name);
    }

    @Override
    public void setIntHeader(String name, int value) {
        super.setIntHeader(name, value);
        changed(name);
    }

    @Override
    public void setDateHeader(String name, long date) {
        super.setDateHeader(name, date);
        changed(name);
    }

    // A value that the application adds replaces the one set by this class, because a header with both is invalid.

    @Override
    public void addHeader(String name, String value) {
        if (isAdvice(name)) {
            setHeader(name, value);
        } else {
            super.addHeader(name, value);
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
        own.clear();
        advised = false;
        advise();
    }

    private static boolean isAdvice(String name) {
        return HttpRejection.HEADERS.stream().anyMatch(name::equalsIgnoreCase);
    }

    private void changed(String name) {
        if (isAdvice(name)) {
            remember(name, getHeader(name));
            advise();
        }
    }

    private void remember(String name, @Nullable String value) {
        if (value == null) {
            own.remove(name);
        } else if (!isDecided(name, value)) {
            own.set(name, value);
        }
    }

    /**
     * Whether this value of the header comes from the library, which rejected the request because of a failure. All
     * other values come from the application.
     */
    private boolean isDecided(String name, String value) {
        Rejection decided = scope.isFailureRejected() ? scope.rejection() : null;
        return decided != null && new HttpRejection(decided).adds(name, value);
    }

    private void advise(int status) {
        boolean advises = HttpRejection.isAdvised(status, scope);
        if (isCommitted() || !(advises || advised)) {
            return;
        }
        advised = advises;
        HttpHeaders headers = HttpHeaders.copyOf(own);
        HttpRejection.advise(headers, status, scope, rejections);
        HttpRejection.HEADERS.forEach(name -> super.setHeader(name, headers.getFirst(name)));
    }
}
