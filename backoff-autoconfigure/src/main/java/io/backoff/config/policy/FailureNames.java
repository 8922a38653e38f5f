package io.backoff.config.policy;

import io.backoff.classify.FailureGroup;
import io.backoff.classify.FailureSelection;
import io.backoff.config.FailureName;
import io.backoff.config.InvalidPropertyException;
import io.backoff.text.TruncatedText;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Reads {@code retry-on} and {@code abort-on}. */
final class FailureNames {

    private static final int LONGEST_NAME = 80;

    private FailureNames() {}

    /**
     * Reads a field of a policy.
     *
     * @throws InvalidPropertyException if it names a class that is not an exception
     */
    static FailureSelection read(LayeredPolicy policy, String field) {
        List<Class<? extends Throwable>> types = new ArrayList<>();
        Set<FailureGroup> groups = EnumSet.noneOf(FailureGroup.class);
        for (FailureName each : policy.<FailureName>list(field)) {
            if (each instanceof FailureName.OfGroup named) {
                groups.add(named.group());
            } else if (each instanceof FailureName.OfType named) {
                types.add(exception(policy, field, named.type()));
            }
        }
        return new FailureSelection(types, groups);
    }

    private static Class<? extends Throwable> exception(LayeredPolicy policy, String field, Class<?> type) {
        if (!Throwable.class.isAssignableFrom(type)) {
            String name = TruncatedText.of(type.getName(), LONGEST_NAME);
            throw policy.invalid(field, name + " is not an exception", "Name subclasses of Throwable.");
        }
        return type.asSubclass(Throwable.class);
    }
}
