package io.backoff.actuate;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.web.util.UriUtils;

/**
 * The paths of the library's endpoints over HTTP.
 *
 * @param endpoints supplies the exposed endpoints; {@code null} if none is exposed over HTTP
 */
record ChangePaths(Supplier<@Nullable PathMappedEndpoints> endpoints) {

    /**
     * Whether a path belongs to an endpoint of the library.
     *
     * @param path a path within the application, without its context path
     */
    boolean include(String path) {
        PathMappedEndpoints exposed = endpoints.get();
        if (exposed == null) {
            return false;
        }
        // Decodes the path and removes path parameters, as Spring's path matching does.
        String plain = UriUtils.decode(path.replaceAll(";[^/]*", ""), StandardCharsets.UTF_8) + "/";
        return EndpointChanges.ENDPOINTS.stream()
                .map(exposed::getPath)
                .filter(Objects::nonNull)
                .anyMatch(known -> plain.startsWith(known + "/"));
    }
}
