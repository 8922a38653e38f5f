package io.backoff.adopt;

import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** What holds for the calls of every library, whether they are observed or governed. */
@ParameterizedClass(name = "{0} {1}")
@CsvSource({
    "FRAMEWORK, observe",
    "FRAMEWORK, govern",
    "SPRING_RETRY, observe",
    "SPRING_RETRY, govern",
    "RESILIENCE4J, observe",
    "RESILIENCE4J, govern",
})
abstract class AdoptionContract extends SharedApplication {

    final AdoptedLibrary library;

    AdoptionContract(AdoptedLibrary library, String mode, Class<?>... beans) {
        this(library, () -> new AdoptedApplication(mode), beans);
    }

    AdoptionContract(AdoptedLibrary library, Supplier<AdoptedApplication> prepared, Class<?>... beans) {
        super(() -> prepared.get().start(library, beans));
        this.library = library;
    }
}
