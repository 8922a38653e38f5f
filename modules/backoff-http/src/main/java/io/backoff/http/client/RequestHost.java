package io.backoff.http.client;

import io.backoff.aop.KeySource;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.net.URI;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.service.annotation.HttpExchange;
import org.springframework.web.util.DefaultUriBuilderFactory;
import org.springframework.web.util.UriBuilderFactory;

/**
 * Determines the host and the port of an interface client's request before the request is sent. They come from a
 * {@link URI} argument, a {@link UriBuilderFactory} argument, the URL of {@code @HttpExchange}, or the base URL of the
 * client.
 */
final class RequestHost implements KeySource {

    private static final Pattern SCHEME_AND_AUTHORITY = Pattern.compile("^[a-zA-Z][a-zA-Z0-9+.-]*://[^/?#]*");

    private final Class<?> type;
    private final Supplier<URI> base;
    private final UnaryOperator<String> placeholders;
    private final Map<Method, String> servers = new ConcurrentHashMap<>();

    /**
     * Creates a source of hosts for the methods of a client.
     *
     * @param type the interface of the client
     * @param base supplies the base URL, which may be empty
     * @param placeholders resolves placeholders in URLs
     */
    RequestHost(Class<?> type, Supplier<URI> base, UnaryOperator<String> placeholders) {
        this.type = type;
        this.base = base;
        this.placeholders = placeholders;
    }

    @Override
    public @Nullable Object of(@Nullable Object target, Method method, @Nullable Object[] arguments) {
        UriBuilderFactory factory = null;
        Parameter[] parameters = method.getParameters();
        for (int i = 0; i < parameters.length; i++) {
            if (arguments[i] instanceof URI uri && isPlain(parameters[i])) {
                return hostAndPort(uri);
            }
            if (arguments[i] instanceof UriBuilderFactory given) {
                factory = given;
            }
        }
        String server = servers.computeIfAbsent(method, this::server);
        if (server.isEmpty() && factory == null) {
            return hostAndPort(base.get());
        }
        UriBuilderFactory any = factory != null ? factory : new DefaultUriBuilderFactory();
        return hostAndPort(any.uriString(server).build(variables(method, arguments)));
    }

    // An argument with an annotation of Spring Web is another part of the request, such as a header or the body.
    private static boolean isPlain(Parameter parameter) {
        return Stream.of(parameter.getAnnotations())
                .map(Annotation::annotationType)
                .noneMatch(annotation -> annotation.getName().startsWith("org.springframework.web."));
    }

    /** Returns scheme and authority of the annotated URL, with unresolved variables; empty if the URL is relative. */
    private String server(Method method) {
        String url = Stream.of(type, method)
                .map(element -> AnnotatedElementUtils.findMergedAnnotation(element, HttpExchange.class))
                .map(found -> found == null ? "" : placeholders.apply(found.url()))
                .filter(StringUtils::hasText)
                .findFirst()
                .orElse("");
        Matcher matcher = SCHEME_AND_AUTHORITY.matcher(url);
        return matcher.find() ? matcher.group() : "";
    }

    private static Map<String, @Nullable Object> variables(Method method, @Nullable Object[] arguments) {
        Map<String, @Nullable Object> variables = new HashMap<>();
        Parameter[] parameters = method.getParameters();
        for (int i = 0; i < parameters.length; i++) {
            PathVariable variable = AnnotatedElementUtils.findMergedAnnotation(parameters[i], PathVariable.class);
            if (variable != null && arguments[i] instanceof Map<?, ?> several) {
                several.forEach((name, value) -> variables.put(String.valueOf(name), value));
            } else if (variable != null) {
                variables.put(variable.name().isEmpty() ? parameters[i].getName() : variable.name(), arguments[i]);
            }
        }
        return variables;
    }

    /** Returns host and port without user name and password; {@code null} if the URL has no host. */
    static @Nullable String hostAndPort(URI uri) {
        String authority = uri.getRawAuthority();
        if (authority == null) {
            return null;
        }
        String server = authority.substring(authority.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        boolean withoutPort = !server.matches(".*:[0-9]+");
        return withoutPort ? server + (scheme.equals("https") ? ":443" : ":80") : server;
    }
}
