package io.backoff.rewrite.resilience4j;

import io.backoff.rewrite.config.ConfigDocument;
import io.backoff.rewrite.config.Configuration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Finds the properties that are unused after a migration. */
final class UnusedProperties {

    private final List<ConfigDocument> documents;
    private final Set<String> stayingInstances = new HashSet<>();
    private final Set<String> stayingConfigs = new HashSet<>();

    private UnusedProperties(List<ConfigDocument> documents) {
        this.documents = documents;
    }

    static Set<String> of(Configuration configuration, List<RetryName> migrated, List<RetryName> staying) {
        var documents = configuration.all();
        if (staying.contains(RetryName.UNKNOWN) || isReferred(documents)) {
            return Set.of();
        }
        var unused = new UnusedProperties(documents);
        unused.keep(migrated, staying);
        return unused.properties(staying.isEmpty());
    }

    /** Whether a placeholder refers to a retry property of Resilience4j. */
    private static boolean isReferred(Collection<ConfigDocument> documents) {
        return documents.stream()
                .flatMap(document -> document.values().values().stream())
                .anyMatch(value -> value.contains("${resilience4j.retry."));
    }

    private void keep(List<RetryName> migrated, List<RetryName> staying) {
        var properties = RetryProperties.of(documents);
        stayingInstances.addAll(properties.instances().keySet());
        migrated.forEach(retry -> stayingInstances.remove(retry.instance()));
        staying.forEach(retry -> stayingInstances.add(retry.instance()));
        staying.forEach(retry -> stayingConfigs.add(retry.configuration()));
        boolean any = !stayingInstances.isEmpty();
        if (any) {
            stayingConfigs.add("default");
        }
        // All documents are read, because the document of a profile may name another base configuration.
        for (ConfigDocument document : documents) {
            document.values()
                    .forEach((property, value) -> PropertyName.of(property)
                            .filter(name -> name.field().equals("baseconfig"))
                            .filter(name -> any && isKept(name))
                            .ifPresent(name -> stayingConfigs.add(value.trim())));
        }
    }

    /**
     * Whether a property {@code base-config} keeps its base in use. The base is the configuration that the property
     * names. Called only if at least one instance stays in use. If the property belongs to a shared configuration, the
     * base counts as used. If it belongs to an instance, the base counts as used only if that instance stays in use.
     */
    private boolean isKept(PropertyName name) {
        return name.kind().equals(PropertyName.CONFIGS) || stayingInstances.contains(name.entry());
    }

    private Set<String> properties(boolean complete) {
        boolean all = complete && stayingInstances.isEmpty();
        var unused = new TreeSet<String>();
        for (ConfigDocument document : documents) {
            for (String property : document.values().keySet()) {
                if (PropertyName.isOfRetries(property) && (all || isUnused(property))) {
                    unused.add(property);
                }
            }
        }
        return unused;
    }

    private boolean isUnused(String property) {
        return PropertyName.of(property)
                .map(name -> !(name.kind().equals(PropertyName.INSTANCES) ? stayingInstances : stayingConfigs)
                        .contains(name.entry()))
                .orElse(false);
    }
}
