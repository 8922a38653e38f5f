package io.backoff.benchmarks.dryrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.backoff.benchmarks.overload.Page;
import io.backoff.dryrun.Figures;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares, in virtual time, predictions of dry runs with what happens. */
class DryRunValidationTests {

    private static final List<Prediction> RESULTS = DryRunValidation.run(1);

    @Test
    void pageShowsTheTables() throws IOException {
        Page.assertShows(DryRunValidation.changes());
        Page.assertShows(DryRunValidation.attempts(RESULTS));
        Page.assertShows(DryRunValidation.denied(RESULTS));
        Page.assertShows(DryRunValidation.delays(RESULTS));
    }

    /** If only the attempt's number matters, a dry run errs only by chance. */
    @ParameterizedTest
    @MethodSource
    void predictsWhatIsMeasured(Prediction prediction) {
        Figures predicted = prediction.predicted();
        Figures measured = prediction.after();

        assertThat(predicted.attemptsPerCall()).isCloseTo(measured.attemptsPerCall(), within(0.05));
        assertThat(predicted.succeeded()).isCloseTo(measured.succeeded(), within(0.03));
        assertThat(predicted.denied()).isCloseTo(measured.denied(), within(0.1));
        assertThat((double) predicted.meanDelay().toNanos())
                .isCloseTo(
                        measured.meanDelay().toNanos(),
                        within(0.2 * measured.meanDelay().toNanos() + 1e6));
    }

    static Stream<Prediction> predictsWhatIsMeasured() {
        return RESULTS.stream().filter(each -> Changes.AS_ASSUMED.contains(each.change()));
    }

    /** For the settings in force, a dry run reports what happened, even where its predictions are wrong. */
    @ParameterizedTest
    @MethodSource
    void repeatsWhatHappened(Prediction prediction) {
        Figures repeated = prediction.replay().from();
        Figures before = prediction.before();

        assertThat(repeated.attemptsPerCall()).isCloseTo(before.attemptsPerCall(), within(0.05));
        assertThat(repeated.succeeded()).isCloseTo(before.succeeded(), within(0.02));
    }

    static Stream<Prediction> repeatsWhatHappened() {
        return RESULTS.stream();
    }

    /** The page says that predictions for these are far off. */
    @ParameterizedTest
    @MethodSource
    void isWrongWhereTheModelDoesNotHold(Prediction prediction) {
        assertThat(prediction.predicted().succeeded())
                .isNotCloseTo(prediction.after().succeeded(), within(0.04));
    }

    static Stream<Prediction> isWrongWhereTheModelDoesNotHold() {
        return RESULTS.stream().filter(each -> Changes.OTHERWISE.contains(each.change()));
    }
}
