package io.backoff.autoconfigure;

import io.backoff.Backoff;
import io.backoff.classify.FailureGroup;
import io.backoff.config.FailureName;
import io.backoff.config.FeatureModule;
import io.backoff.config.Preset;
import io.backoff.config.PropertyField;
import io.backoff.config.PropertyKeys;
import io.backoff.config.policy.BuiltInPolicies;
import io.backoff.config.source.MissingLibraries;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.core.ResolvableType;

/** Registers the native-image hints that the library needs in every application. */
final class LibraryHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.proxies().registerJdkProxy(Backoff.class); // For composed annotations with their own attributes.
        hints.resources().registerPattern("io/backoff/config/policy/*.properties");
        hints.resources().registerPattern(ModuleVersions.RESOURCE);
        registerFailures(hints.reflection(), classLoader);
        registerLookedUp(hints.reflection(), classLoader);
        hints.resources().registerPattern(PropertyKeys.FILES + "*");
        PropertyKeys.records()
                .values()
                .forEach(type -> registerRecord(hints.reflection(), ResolvableType.forClass(type)));
    }

    private static void registerFailures(ReflectionHints hints, @Nullable ClassLoader loader) {
        hints.registerType(FailureName.class, MemberCategory.INVOKE_DECLARED_METHODS); // The conversion from text.
        Stream.concat(
                        Stream.of(BuiltInPolicies.DEFAULTS),
                        Stream.of(Preset.values()).map(BuiltInPolicies::of))
                .map(settings -> settings.properties().retryOn())
                .filter(Objects::nonNull)
                .flatMap(List::stream)
                .forEach(type -> hints.registerTypeIfPresent(loader, type.toString()));
        Stream.of(FailureGroup.values())
                .flatMap(group -> group.namedTypes().stream())
                .forEach(type -> hints.registerTypeIfPresent(loader, type));
    }

    /** Registers the classes by which modules and libraries are detected. */
    private static void registerLookedUp(ReflectionHints hints, @Nullable ClassLoader loader) {
        Stream.concat(Stream.of(FeatureModule.values()).map(FeatureModule::type), MissingLibraries.types())
                .forEach(type -> hints.registerTypeIfPresent(loader, type));
    }

    /**
     * Registers a record and its nested records: their components are read as property keys, at startup and for
     * reports.
     */
    private static void registerRecord(ReflectionHints hints, ResolvableType type) {
        ResolvableType record = type.getGenerics().length == 0 ? type : type.getGeneric(type.getGenerics().length - 1);
        if (record.toClass().isRecord()) {
            hints.registerType(
                    record.toClass(),
                    MemberCategory.INVOKE_DECLARED_CONSTRUCTORS,
                    MemberCategory.INVOKE_DECLARED_METHODS,
                    MemberCategory.ACCESS_DECLARED_FIELDS);
            PropertyField.of(record.toClass()).forEach(field -> registerRecord(hints, field.type()));
        }
    }
}
