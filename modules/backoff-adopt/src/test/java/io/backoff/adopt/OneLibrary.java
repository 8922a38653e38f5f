package io.backoff.adopt;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** The behavior of one library, which stays the same while its calls are observed or governed. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"observe", "govern"})
abstract class OneLibrary extends SharedApplication {

    OneLibrary(Supplier<AdoptedApplication> starting) {
        super(starting);
    }

    OneLibrary(String mode, AdoptedLibrary library, Class<?>... beans) {
        super(() -> new AdoptedApplication(mode).start(library, beans));
    }

    /** The increase of an instance's counts in Resilience4j since the snapshot. */
    final List<Long> added(String instance, List<Long> before) {
        List<Long> now = application.counts(instance);
        return IntStream.range(0, now.size())
                .mapToObj(i -> now.get(i) - before.get(i))
                .toList();
    }
}
