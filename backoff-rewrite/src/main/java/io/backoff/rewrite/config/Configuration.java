package io.backoff.rewrite.config;

import java.util.List;

/** The configuration of one application: documents in their order, which says that a later one overrides an earlier. */
public record Configuration(List<ConfigDocument> documents) {

    public Configuration {
        documents = List.copyOf(documents);
    }
}
