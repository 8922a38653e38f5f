package io.backoff.http.server;

import io.backoff.http.PushbackHeader;
import io.backoff.server.RequestRetryScope;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/**
 * Forbids a retry in problem details that Spring Boot renders for a failure with which a guarded call gave up. The
 * responses of the application's own handlers are not changed.
 */
@ControllerAdvice
final class ProblemDetailsAdvice implements ResponseBodyAdvice<Object> {

    @Override
    public boolean supports(MethodParameter returned, Class<? extends HttpMessageConverter<?>> converter) {
        return NamedStatus.isRenderedBySpringBoot(returned);
    }

    @Override
    public @Nullable Object beforeBodyWrite(
            @Nullable Object body,
            MethodParameter returned,
            MediaType type,
            Class<? extends HttpMessageConverter<?>> converter,
            ServerHttpRequest request,
            ServerHttpResponse response) {
        forbidRetryIfEnded(request, response);
        return body;
    }

    private static void forbidRetryIfEnded(ServerHttpRequest request, ServerHttpResponse response) {
        if (request instanceof ServletServerHttpRequest servlet && response instanceof ServletServerHttpResponse sent) {
            RequestRetryScope scope = OverloadProblems.scope(servlet.getServletRequest()::getAttribute);
            if (scope != null
                    && NamedStatus.isTerminal(sent.getServletResponse().getStatus(), scope)) {
                response.getHeaders().set(PushbackHeader.NAME, PushbackHeader.FORBIDS);
            }
        }
    }
}
