package io.backoff.adopt;

import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** What one library does, and goes on to do while its calls are observed or governed. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"observe", "govern"})
abstract class OneLibrary extends SharedApplication {

    OneLibrary(Supplier<AdoptedApplication> starting) {
        super(starting);
    }

    OneLibrary(String mode, AdoptedLibrary library, Class<?>... beans) {
        super(() -> new AdoptedApplication(mode).start(library, beans));
    }
}
