package io.backoff.http.server;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Adds to a 503 that the application sends what its caller is told about another attempt. The body is left alone, and so
 * are the hints of the application, unless another attempt is not welcome at all. The application can say that too, by a
 * pushback that is negative.
 *
 * <p>A wrapper rather than a {@code ResponseBodyAdvice}, which sees neither {@code sendError} nor views, nor what filters
 * and servlets send by themselves. There is no event before a response is committed, so the headers are computed anew with
 * each change of the status, and of a header that they depend on.
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

    // Ours may be there already, and a second value would make both invalid.

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
    }

    private static boolean isAdvice(String name) {
        return Rejection.HEADERS.stream().anyMatch(name::equalsIgnoreCase);
    }

    private void changed(String name) {
        if (!isAdvice(name)) {
            return;
        }
        String value = getHeader(name);
        if (value == null) {
            own.remove(name);
        } else {
            own.set(name, value);
        }
        advise(getStatus());
    }

    private void advise(int status) {
        boolean rejected = status == Rejection.STATUS;
        if (isCommitted() || !(rejected || advised)) {
            return;
        }
        advised = rejected;
        HttpHeaders told = HttpHeaders.copyOf(own);
        if (rejected) {
            rejections.advise(told, scope);
        }
        Rejection.HEADERS.forEach(name -> super.setHeader(name, told.getFirst(name)));
    }
}
