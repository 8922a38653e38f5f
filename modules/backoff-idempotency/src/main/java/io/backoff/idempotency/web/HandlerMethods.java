package io.backoff.idempotency.web;

import io.backoff.http.OverloadedException;
import io.backoff.idempotency.key.RequestKeyResolver;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.SessionAttribute;

/** The code that the key resolvers for Spring MVC and for WebFlux have in common. */
abstract class HandlerMethods implements RequestKeyResolver {

    static final String REPEATED = "Idempotent-Replayed";

    // If the type of a parameter is in one of these packages, the parameter is not compared. Spring provides the values
    // of most such parameters, for example the request, session, model and binding results. Files and bodies declared
    // as HttpEntity or Mono come from the client, but are not compared either.
    private static final List<String> INFRASTRUCTURE = List.of(
            "jakarta.servlet.",
            "org.reactivestreams.",
            "reactor.core.publisher.",
            "org.springframework.http.",
            "org.springframework.security.",
            "org.springframework.ui.",
            "org.springframework.validation.",
            "org.springframework.web.");
    private static final Set<Class<? extends Annotation>> METADATA =
            Set.of(RequestHeader.class, CookieValue.class, RequestAttribute.class, SessionAttribute.class);
    private static final String PRINCIPAL = "org.springframework.security.core.annotation.AuthenticationPrincipal";

    @Override
    public final boolean covers(Method method, Class<?> targetClass) {
        return MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).isPresent(RequestMapping.class);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Headers do not count, because those of a request and its retry differ, at least in the attempt number.
     */
    @Override
    public final boolean identifies(Parameter parameter) {
        MergedAnnotations annotations = MergedAnnotations.from(parameter);
        boolean described = METADATA.stream().anyMatch(annotations::isPresent) || annotations.isPresent(PRINCIPAL);
        return !described && !isInfrastructure(parameter.getType());
    }

    private static boolean isInfrastructure(Class<?> type) {
        return Stream.of(Locale.class, TimeZone.class, ZoneId.class)
                        .anyMatch(supertype -> supertype.isAssignableFrom(type))
                || Stream.concat(Stream.of(type), Arrays.stream(type.getInterfaces()))
                        .anyMatch(supertype -> INFRASTRUCTURE.stream().anyMatch(supertype.getName()::startsWith));
    }

    /** Returns a failure after which the client may retry, because the operation has not begun. */
    @Override
    public final RuntimeException unavailable(RuntimeException failure) {
        OverloadedException unavailable = new OverloadedException("Idempotency keys cannot be looked up");
        unavailable.initCause(failure);
        return unavailable;
    }
}
