package io.backoff.testkit;

import java.nio.file.Path;

/** A {@link ConfiguredApplication} with only the given beans. */
public final class YamlStart extends ConfiguredApplication<YamlStart> {

    public YamlStart(Path directory, Class<?>... beans) {
        super(directory, beans);
    }

    @Override
    protected YamlStart self() {
        return this;
    }
}
