package io.backoff.idempotency.key;

import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/** Reads the principal of the current thread from Spring Security. */
public final class SecurityPrincipal implements CurrentPrincipal {

    @Override
    public @Nullable String name() {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        return authentication == null ? null : authentication.getName();
    }
}
