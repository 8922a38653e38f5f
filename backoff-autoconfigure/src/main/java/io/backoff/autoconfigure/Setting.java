package io.backoff.autoconfigure;

/**
 * One field of a policy.
 *
 * @param value what it is set to
 * @param origin where that was written: {@code application.yml:12:17}, {@code preset celery}, {@code default}
 */
public record Setting(Object value, String origin) {

    /** Origin of what nobody wrote. */
    static final String DEFAULT = "default";
}
