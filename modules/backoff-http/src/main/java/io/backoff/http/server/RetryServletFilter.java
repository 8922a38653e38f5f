package io.backoff.http.server;

import io.backoff.engine.CallerContext.Scope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.problem.ServletProblems;
import io.backoff.server.CarriedCalls;
import io.backoff.server.IncomingRequests;
import io.backoff.server.Rejections;
import io.backoff.server.RequestRetryScope;
import io.backoff.server.TrustedProxies;
import jakarta.servlet.FilterChain;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.async.CallableProcessingInterceptor;
import org.springframework.web.context.request.async.WebAsyncUtils;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.WebUtils;

/**
 * Creates a retry scope for each request, and responds to requests that are rejected outside Spring MVC.
 *
 * <p>It comes after the filters that measure requests, so that they see its responses, and before all filters that may
 * reject requests.
 */
final class RetryServletFilter extends OncePerRequestFilter implements Ordered {

    static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 10;

    private static final String EARLIER = AdvisingResponse.class.getName();

    private final IncomingRequests requests;
    private final TrustedProxies trusted;
    private final Rejections rejections;
    private final ServletProblems problems;
    private final CarriedCalls carried;

    RetryServletFilter(
            IncomingRequests requests,
            TrustedProxies trusted,
            Rejections rejections,
            ServletProblems problems,
            CarriedCalls carried) {
        this.requests = requests;
        this.trusted = trusted;
        this.rejections = rejections;
        this.problems = problems;
        this.carried = carried;
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    /** Excludes gRPC calls over servlets, because the gRPC server reads their headers itself. */
    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        String contentType = request.getContentType();
        return contentType != null && carried.areOf(contentType);
    }

    /** Includes async dispatches, so that the scope is also set on their threads. */
    @Override
    protected boolean shouldNotFilterAsyncDispatch() {
        return false;
    }

    /** Includes error dispatches, because an error page may reject the request, or say when to retry. */
    @Override
    protected boolean shouldNotFilterErrorDispatch() {
        return false;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        RequestRetryScope known = OverloadProblems.scope(request::getAttribute);
        if (known != null) {
            proceed(request, response, chain, known);
        } else if (request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) != null) {
            // The request was rejected before it reached this filter.
            chain.doFilter(request, response);
        } else {
            begin(request, response, chain);
        }
    }

    private void begin(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        RequestRetryScope scope = arrived(request);
        if (scope.attempt().isExpired()) {
            ServletProblems.write(new HttpRejection(rejections.ofExpired(scope)).problem(), response);
        } else {
            proceed(request, response, chain, scope);
        }
    }

    private RequestRetryScope arrived(HttpServletRequest request) {
        RequestRetryScope scope = requests.arrived(
                name -> request.getHeader(name) == null ? null : Collections.list(request.getHeaders(name)),
                () -> trusted.contains(request.getRemoteAddr()));
        request.setAttribute(RequestRetryScope.ATTRIBUTE, scope);
        WebAsyncUtils.getAsyncManager(request)
                .registerCallableInterceptor(RequestRetryScope.ATTRIBUTE, new CallableScope(scope));
        return scope;
    }

    private void proceed(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain, RequestRetryScope scope)
            throws ServletException, IOException {
        AdvisingResponse wrapper = WebUtils.getNativeResponse(response, AdvisingResponse.class);
        AdvisingResponse advising = wrapper == null ? advising(request, response, scope) : wrapper;
        HttpServletResponse wrapped = wrapper == null ? advising : response;
        // If an earlier dispatch of the request failed, the response may need advice before a status is set.
        advising.advise();
        Scope entered = RetryScopeHolder.enter(scope);
        try {
            chain.doFilter(request, wrapped);
        } catch (ServletException | IOException | RuntimeException failure) {
            if (!problems.respond(failure, request, wrapped)) {
                scope.unhandled(failure);
                advising.advise();
                throw failure;
            }
        } finally {
            entered.close();
        }
    }

    /**
     * Wraps the response. If an earlier dispatch of the request wrapped it too, the new wrapper takes over the headers
     * of the earlier one: see {@link AdvisingResponse#continuedBy}.
     */
    private AdvisingResponse advising(
            HttpServletRequest request, HttpServletResponse response, RequestRetryScope scope) {
        AdvisingResponse advising = request.getAttribute(EARLIER) instanceof AdvisingResponse earlier
                ? earlier.continuedBy(response)
                : new AdvisingResponse(response, scope, rejections);
        request.setAttribute(EARLIER, advising);
        return advising;
    }

    /** Enters the scope on the thread that runs a {@link Callable} of the handler. */
    private static final class CallableScope implements CallableProcessingInterceptor {

        private final RequestRetryScope scope;
        private volatile @Nullable Scope entered;

        CallableScope(RequestRetryScope scope) {
            this.scope = scope;
        }

        @Override
        public <T> void preProcess(NativeWebRequest request, Callable<T> task) {
            entered = RetryScopeHolder.enter(scope);
        }

        @Override
        public <T> void postProcess(NativeWebRequest request, Callable<T> task, @Nullable Object result) {
            Scope known = entered;
            if (known != null) {
                known.close();
            }
        }
    }
}
