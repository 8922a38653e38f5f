package io.backoff.rewrite.config;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The configuration of one application: its documents in order. Later documents override earlier ones.
 *
 * @param documents the documents of the application
 * @param tests the documents of its tests
 */
public record Configuration(List<ConfigDocument> documents, List<ConfigDocument> tests) {

    public Configuration {
        documents = List.copyOf(documents);
        tests = List.copyOf(tests);
    }

    /** All documents, the test documents last. */
    public List<ConfigDocument> all() {
        return Stream.concat(documents.stream(), tests.stream()).toList();
    }

    /** The documents that apply under every profile. */
    public List<ConfigDocument> always() {
        return documents.stream().filter(document -> document.profile() == null).toList();
    }

    /**
     * Returns, for each document of a profile or of tests, the documents that apply together with it. A test file hides
     * the application's file of the same name.
     */
    public SortedMap<DocumentId, List<ConfigDocument>> variants() {
        var variants = new TreeMap<DocumentId, List<ConfigDocument>>();
        for (ConfigDocument variant : documents) {
            if (variant.profile() != null) {
                variants.put(
                        variant.id(),
                        documents.stream()
                                .filter(document -> document.profile() == null || document == variant)
                                .toList());
            }
        }
        for (ConfigDocument variant : tests) {
            variants.put(variant.id(), withTest(variant));
        }
        return variants;
    }

    private List<ConfigDocument> withTest(ConfigDocument variant) {
        Stream<ConfigDocument> others =
                always().stream().filter(document -> !name(document).equals(name(variant)));
        Stream<ConfigDocument> own = tests.stream()
                .filter(test -> test == variant || test.profile() == null)
                .filter(test -> variant.profile() != null
                        || test.id().file().equals(variant.id().file()));
        return Stream.concat(others.filter(other -> !isHidden(other)), own).toList();
    }

    private boolean isHidden(ConfigDocument document) {
        return tests.stream().anyMatch(test -> name(test).equals(name(document)));
    }

    private static String name(ConfigDocument document) {
        String path = document.id().file().toString().replace('\\', '/');
        return path.substring(path.lastIndexOf("/resources/") + 1);
    }
}
