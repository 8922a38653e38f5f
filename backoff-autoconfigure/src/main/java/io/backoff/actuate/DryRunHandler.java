package io.backoff.actuate;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.SettingsGroup;
import io.backoff.endpoint.ChangePreview;
import io.backoff.endpoint.ProblemResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * Makes dry runs of changes. Rejects the same changes as {@link ChangeHandler}, but does not log the rejection, because
 * nothing changes.
 */
record DryRunHandler(ObjectProvider<ChangePreview> preview, ChangeHandler changes) {

    /**
     * Reports the effect that the change would have.
     *
     * @param change the change; {@code null} if the request could not be read
     */
    WebEndpointResponse<?> run(SettingsGroup group, String name, @Nullable Change change) {
        if (!changes.isKnown(group, name)) {
            return ProblemResponse.of(changes.unknown(group, name));
        }
        if (change == null) {
            return ProblemResponse.of(Problems.malformed());
        }
        ChangePreview present = preview.getIfAvailable();
        if (present == null) {
            return ProblemResponse.of(Problems.withoutDryRuns());
        }
        try {
            change.check(group, name);
            return new WebEndpointResponse<>(present.of(group, name, change.properties()));
        } catch (InvalidPropertyException invalid) {
            return ProblemResponse.of(Problems.invalid(invalid));
        }
    }
}
