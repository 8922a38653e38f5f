package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.config.Preset;
import io.backoff.config.PropertyFormat;
import io.backoff.policy.BackoffPolicy;
import io.backoff.testkit.Docs;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The pictures of the presets show the delays that the code yields, and the page describes them. */
class ScheduleImagesTests {

    private static final Path IMAGES = Docs.GUIDE.resolve("images/presets");

    @ParameterizedTest
    @EnumSource(Preset.class)
    void areUpToDate(Preset preset) {
        ScheduleChart chart = chart(preset);
        String file = PropertyFormat.of(preset) + ".svg";
        Generated.assertContent(IMAGES.resolve(file), chart.toString());
        assertThat(Docs.lines(Docs.GUIDE.resolve("presets.md")))
                .contains("![%s](images/presets/%s)".formatted(chart.description(), file));
    }

    private static ScheduleChart chart(Preset preset) {
        String name = String.valueOf(PropertyFormat.of(preset));
        BackoffPolicy policy = Delays.policy("preset=" + name);
        // The strategy is random by itself, and rejects jitter settings.
        boolean always = preset == Preset.ETHERNET;
        return new ScheduleChart(name, policy, always ? policy : Delays.policy("preset=" + name, "jitter=none"));
    }
}
