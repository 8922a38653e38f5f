package io.backoff.rewrite.resilience4j;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a property of one instance or configuration, in any of the spellings that Spring Boot accepts.
 *
 * @param kind {@code instances} or {@code configs}
 * @param entry the name of the instance or configuration
 * @param field the field without dashes: {@code maxattempts}; empty if there is none
 * @param index the index in a list, or -1
 */
record PropertyName(String kind, String entry, String field, int index) {

    static final String INSTANCES = "instances";
    static final String CONFIGS = "configs";

    private static final Pattern ELEMENT = Pattern.compile("\\[(?<bracketed>[^]]*)]|(?<plain>[^.\\[]+)\\.?|\\.");

    /** Whether a property belongs to Resilience4j's retries. */
    static boolean isOfRetries(String property) {
        List<String> elements = elements(property);
        return elements.size() > 2
                && uniform(elements.get(0)).equals("resilience4j")
                && uniform(elements.get(1)).equals("retry");
    }

    /**
     * Returns the field that a property sets for all retries, such as {@code retryaspectorder}; empty if the property
     * sets none.
     */
    static String shared(String property) {
        List<String> elements = elements(property);
        return isOfRetries(property) && elements.size() == 3 ? uniform(elements.get(2)) : "";
    }

    static Optional<PropertyName> of(String property) {
        List<String> elements = elements(property);
        if (!isOfRetries(property) || elements.size() < 4) {
            return Optional.empty();
        }
        String kind = uniform(elements.get(2)).replace("backends", INSTANCES);
        if (!kind.equals(INSTANCES) && !kind.equals(CONFIGS)) {
            return Optional.empty();
        }
        String field = elements.size() > 4 ? uniform(elements.get(4)) : "";
        return Optional.of(new PropertyName(kind, key(elements.get(3)), field, index(elements)));
    }

    private static int index(List<String> elements) {
        String last = elements.size() > 5 ? elements.get(5) : "";
        return last.matches("\\[\\d+]") ? Integer.parseInt(last.substring(1, last.length() - 1)) : -1;
    }

    private static List<String> elements(String property) {
        var elements = new ArrayList<String>();
        Matcher element = ELEMENT.matcher(property);
        while (element.find()) {
            if (element.group("bracketed") != null) {
                elements.add("[" + element.group("bracketed") + "]");
            } else if (element.group("plain") != null) {
                elements.add(element.group("plain"));
            }
        }
        return elements;
    }

    /**
     * Returns a map key: unchanged if it is in brackets, otherwise without special characters, which Spring Boot drops.
     */
    private static String key(String element) {
        return element.startsWith("[")
                ? element.substring(1, element.length() - 1)
                : element.replaceAll("[^A-Za-z0-9_-]", "");
    }

    private static String uniform(String element) {
        return element.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }
}
