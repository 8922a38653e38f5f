package io.backoff.actuate;

import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;
import org.springframework.web.util.ServletRequestPathUtils;

/** Prepares request bodies in servlet applications: see {@link NestedProperties}. */
@ControllerAdvice
final class NestedPropertiesAdvice extends RequestBodyAdviceAdapter {

    private final ChangePaths paths;

    NestedPropertiesAdvice(ChangePaths paths) {
        this.paths = paths;
    }

    @Override
    public boolean supports(
            MethodParameter parameter, Type target, Class<? extends HttpMessageConverter<?>> converter) {
        return parameter.getParameterType() == Map.class
                && parameter.getDeclaringClass().getName().contains("WebMvcEndpointHandlerMapping");
    }

    @Override
    public HttpInputMessage beforeBodyRead(
            HttpInputMessage message,
            MethodParameter parameter,
            Type target,
            Class<? extends HttpMessageConverter<?>> converter)
            throws IOException {
        return isForEndpoint() ? withText(message) : message;
    }

    private static HttpInputMessage withText(HttpInputMessage message) throws IOException {
        // Reads one byte beyond the limit to find out whether the body is too long, because the length of a chunked
        // body is not known in advance.
        byte[] read = message.getBody().readNBytes(NestedProperties.LONGEST_BODY + 1);
        byte[] text = prepared(read).getBytes(StandardCharsets.UTF_8);
        return new EndpointMessage(message.getHeaders(), new ByteArrayInputStream(text));
    }

    private static String prepared(byte[] read) {
        return read.length > NestedProperties.LONGEST_BODY
                ? NestedProperties.tooLong()
                : NestedProperties.asText(new String(read, StandardCharsets.UTF_8));
    }

    private boolean isForEndpoint() {
        return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes
                && paths.include(pathWithinApplication(attributes.getRequest()));
    }

    private static String pathWithinApplication(HttpServletRequest request) {
        return ServletRequestPathUtils.getParsedRequestPath(request)
                .pathWithinApplication()
                .value();
    }

    /** A request whose body was replaced. */
    private record EndpointMessage(HttpHeaders headers, InputStream body) implements HttpInputMessage {

        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }

        @Override
        public InputStream getBody() {
            return body;
        }
    }
}
