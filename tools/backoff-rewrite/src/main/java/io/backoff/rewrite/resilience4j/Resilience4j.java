package io.backoff.rewrite.resilience4j;

import io.backoff.rewrite.config.ConfigDocument;
import io.backoff.rewrite.config.Configuration;
import io.backoff.rewrite.config.DocumentId;
import io.backoff.rewrite.java.AnnotatedElement;
import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.java.Subtypes;
import io.backoff.rewrite.library.RetryLibrary;
import io.backoff.rewrite.library.Translation;
import io.backoff.rewrite.policy.BasePolicy;
import io.backoff.rewrite.policy.PolicyField;
import io.backoff.rewrite.policy.PolicySettings;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaSourceFile;

/** Translates {@code @Retry} of Resilience4j with its instances. */
public final class Resilience4j implements RetryLibrary {

    private static final String RETRY = "io.github.resilience4j.retry.";
    private static final Set<String> SPECIAL_NAMES = Set.of("default", "none", BasePolicy.NAME);

    private static final Map<String, String> FIELDS = Map.ofEntries(
            Map.entry("baseconfig", "extends"),
            Map.entry("maxattempts", "max-attempts"),
            Map.entry("waitduration", "delay"),
            Map.entry("enableexponentialbackoff", "strategy"),
            Map.entry("exponentialbackoffmultiplier", "multiplier"),
            Map.entry("exponentialmaxwaitduration", "max-delay"),
            Map.entry("enablerandomizedwait", "jitter"),
            Map.entry("randomizedwaitfactor", "jitter-factor"),
            Map.entry("retryexceptions", "retry-on"),
            Map.entry("ignoreexceptions", "abort-on"));

    private final Customizations customizations = new Customizations();
    private final Subtypes subtypes = new Subtypes();

    @Override
    public String annotation() {
        return RETRY + "annotation.Retry";
    }

    @Override
    public String guide() {
        return "docs/migration/resilience4j.md";
    }

    @Override
    public boolean appliesComposed() {
        return false;
    }

    @Override
    public Map<String, String> code() {
        var code = new LinkedHashMap<String, String>();
        for (String type : List.of("Retry", "RetryConfig", "RetryRegistry", "MaxRetriesExceededException")) {
            code.put(RETRY + type, "code");
        }
        code.put("io.github.resilience4j.reactor.retry.RetryOperator", "code");
        code.put("io.github.resilience4j.rxjava2.retry.transformer.RetryTransformer", "code");
        code.put("io.github.resilience4j.rxjava3.retry.transformer.RetryTransformer", "code");
        code.put("io.github.resilience4j.common.retry.configuration.RetryConfigCustomizer", "code");
        return code;
    }

    @Override
    public Map<String, String> properties() {
        return Map.of("resilience4j.retry", "properties-and-annotation");
    }

    @Override
    public @Nullable PolicyField field(String property) {
        return PropertyName.of(property)
                .filter(name -> name.kind().equals(PropertyName.INSTANCES))
                .map(name -> new PolicyField(name.entry(), FIELDS.getOrDefault(name.field(), "")))
                .orElse(null);
    }

    @Override
    public Map<String, String> settings(ConfigDocument document) {
        return document.values().entrySet().stream()
                .filter(entry -> PropertyName.shared(entry.getKey()).equals("retryaspectorder"))
                .findFirst()
                .map(entry -> Map.of("order", entry.getValue()))
                .orElse(Map.of());
    }

    @Override
    public void scan(JavaSourceFile file) {
        customizations.visit(file, 0);
        subtypes.scan(file);
    }

    @Override
    public Translation translate(AnnotatedElement element, Configuration configuration) {
        Placement.check(element, subtypes.of(element.type()));
        var name = RetryName.of(element);
        PolicySettings settings = settings(element, name, configuration.always());
        var overrides = new LinkedHashMap<DocumentId, PolicySettings>();
        configuration.variants().forEach((id, documents) -> {
            PolicySettings changed = Difference.between(settings, settings(element, name, documents));
            if (!changed.fields().isEmpty()) {
                overrides.put(id, changed);
            }
        });
        Translation translation = Translation.to(settings).withOverrides(overrides);
        if (!SPECIAL_NAMES.contains(name.instance())) {
            translation = translation.named(name.instance());
        }
        String fallback = element.attributes().text("fallbackMethod").orElse("");
        return fallback.isEmpty() ? translation : translation.withFallback(checked(fallback, element));
    }

    /**
     * Rejects configurations with imports, because settings imported from outside the project may configure the
     * instance.
     */
    private static void checkImports(RetryName name, List<ConfigDocument> documents) {
        boolean imports = documents.stream()
                .flatMap(document -> document.values().keySet().stream())
                .anyMatch(property ->
                        property.startsWith("spring.config.import") || property.startsWith("spring.cloud.config."));
        if (imports) {
            throw Unsupported.setting(
                    "'" + name.instance() + "' may be configured in settings that the application imports");
        }
    }

    private PolicySettings settings(AnnotatedElement element, RetryName name, List<ConfigDocument> documents) {
        var instances = new Instances(RetryProperties.of(documents));
        InstanceConfig config = instances.resolve(name.instance(), name.configuration());
        checkCode(name, config);
        if (config.has("resultpredicate")) {
            throw Unsupported.setting("'result-predicate' becomes 'retry-on-result'");
        }
        if (config.has("retryexceptionpredicate")) {
            throw Unsupported.setting("'retry-exception-predicate' becomes a 'Classifier' bean");
        }
        Interval interval = config.interval();
        if (interval == null) {
            throw Unsupported.setting("'interval-bi-function' computes the delays");
        }
        PolicySettings settings = PolicySettings.empty().with("max-attempts", config.maxAttempts());
        if (!instances.isConfigured(name.instance())) {
            checkImports(name, documents);
            settings = settings.commented("max-attempts", "the project has no settings for this instance");
        }
        settings = settings.with(Delays.of(interval, config.maxAttempts()));
        settings = Failures.add(settings, config);
        boolean flux = element.method() == null
                ? Placement.methods(element.type()).stream().anyMatch(ReturnTypes::isFlux)
                : ReturnTypes.isFlux(element.method());
        return flux ? settings.with("retry-after-first-element", "true") : settings;
    }

    private void checkCode(RetryName name, InstanceConfig config) {
        boolean changed = customizations.concern(name.instance())
                || config.names().stream().anyMatch(customizations::concern);
        if (changed) {
            throw Unsupported.code("code changes the instance '" + name.instance() + "'");
        }
    }

    private static String checked(String fallback, AnnotatedElement element) {
        J.MethodDeclaration method = element.method();
        List<J.MethodDeclaration> guarded = method == null ? Placement.methods(element.type()) : List.of(method);
        guarded.forEach(declaration -> FallbackMethods.check(fallback, element.type(), declaration));
        return fallback;
    }

    @Override
    public Set<String> unused(
            Configuration configuration, Collection<AnnotatedElement> migrated, Collection<AnnotatedElement> staying) {
        return UnusedProperties.of(configuration, names(migrated), names(staying));
    }

    /** Returns the instance names. A name that is only known at run time is {@link RetryName#UNKNOWN}. */
    private static List<RetryName> names(Collection<AnnotatedElement> elements) {
        return elements.stream().map(Resilience4j::name).toList();
    }

    private static RetryName name(AnnotatedElement element) {
        try {
            return RetryName.of(element);
        } catch (CannotMigrateException exception) {
            return RetryName.UNKNOWN;
        }
    }
}
