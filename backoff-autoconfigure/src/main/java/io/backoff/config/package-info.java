/**
 * The configuration as typed properties: names, groups, formats, defaults, origins, and reports about invalid values.
 *
 * <p>A value takes this way: Spring Boot binds {@link BackoffProperties}, {@code source.SettingsReader} checks all keys
 * and adds the origin of each field ({@link Settings}), {@code policy.SnapshotFactory} merges inherited fields, checks the
 * result and builds policies and budgets, and {@code change.PolicyStore} puts them into effect. A changed file and a
 * change at run time take the same way from {@code SettingsReader} on.
 */
@Internal
@NullMarked
package io.backoff.config;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
