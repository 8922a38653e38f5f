package io.backoff.http.server;

import io.backoff.engine.CallerContext.Scope;
import io.backoff.engine.LayerScope;
import io.backoff.http.PushbackHeader;
import jakarta.servlet.FilterChain;
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
 * Makes each request a layer of the calls in it, and answers when it is rejected outside of Spring MVC.
 *
 * <p>Runs after the filters that count and measure requests, so that they see what it answers, and before all that may
 * reject one.
 */
final class RetryServletFilter extends OncePerRequestFilter implements Ordered {

    static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 10;

    private final IncomingRequests requests;
    private final TrustedProxies trusted;
    private final ServletAnswers answers;

    RetryServletFilter(IncomingRequests requests, TrustedProxies trusted, ServletAnswers answers) {
        this.requests = requests;
        this.trusted = trusted;
        this.answers = answers;
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    /** The thread that an asynchronous request is handed back to belongs to the request too. */
    @Override
    protected boolean shouldNotFilterAsyncDispatch() {
        return false;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        RequestLayer layer = ServletAnswers.layer(request);
        if (layer == null) {
            layer = arrived(request);
            if (layer.attempt().isExpired()) {
                ServletAnswers.write(answers.rejections().ofExpired(layer), response);
                return;
            }
        }
        proceed(request, response, chain, layer);
    }

    private RequestLayer arrived(HttpServletRequest request) {
        RequestLayer layer = requests.arrived(
                name -> request.getHeader(name) == null ? null : Collections.list(request.getHeaders(name)),
                () -> trusted.contains(request.getRemoteAddr()));
        request.setAttribute(RequestLayer.ATTRIBUTE, layer);
        WebAsyncUtils.getAsyncManager(request)
                .registerCallableInterceptor(RequestLayer.ATTRIBUTE, new OtherThread(layer));
        return layer;
    }

    private void proceed(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain, RequestLayer layer)
            throws ServletException, IOException {
        boolean first = WebUtils.getNativeResponse(response, AdvisingResponse.class) == null;
        HttpServletResponse advising = first ? new AdvisingResponse(response, layer, answers.rejections()) : response;
        // A filter that forwards to the error page has cleared the response.
        forbidRetry(layer, response);
        Scope scope = LayerScope.enter(layer);
        try {
            chain.doFilter(request, advising);
        } catch (ServletException | IOException | RuntimeException failure) {
            if (!answers.answer(failure, layer, request, response)) {
                layer.unhandled(failure);
                forbidRetry(layer, response);
                throw failure;
            }
        } finally {
            scope.close();
        }
    }

    private static void forbidRetry(RequestLayer layer, HttpServletResponse response) {
        if (layer.isUnhandled()) {
            response.setHeader(PushbackHeader.NAME, PushbackHeader.FORBIDS);
        }
    }

    /** Makes the thread that runs a {@link Callable} of the handler part of the request, too. */
    private static final class OtherThread implements CallableProcessingInterceptor {

        private final RequestLayer layer;
        private volatile @Nullable Scope scope;

        OtherThread(RequestLayer layer) {
            this.layer = layer;
        }

        @Override
        public <T> void preProcess(NativeWebRequest request, Callable<T> task) {
            scope = LayerScope.enter(layer);
        }

        @Override
        public <T> void postProcess(NativeWebRequest request, Callable<T> task, @Nullable Object result) {
            Scope entered = scope;
            if (entered != null) {
                entered.close();
            }
        }
    }
}
