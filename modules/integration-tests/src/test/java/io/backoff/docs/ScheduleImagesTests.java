package io.backoff.docs;

import io.backoff.config.Preset;
import io.backoff.config.PropertyFormat;
import io.backoff.policy.BackoffPolicy;
import io.backoff.testkit.Docs;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The pictures of the presets show the delays that the code yields. */
class ScheduleImagesTests {

    @ParameterizedTest
    @EnumSource(Preset.class)
    void areDrawn(Preset preset) {
        Generated.assertContent(Docs.GUIDE.resolve(path(preset)), chart(preset).toString());
    }

    /** With short alternative texts: the table of presets has the numbers, and so have the pictures. */
    static String onThePage() {
        return Arrays.stream(Preset.values())
                .map(each -> "![Delays of %s](%s)\n".formatted(PropertyFormat.of(each), path(each)))
                .collect(Collectors.joining());
    }

    private static String path(Preset preset) {
        return "images/presets/%s.svg".formatted(PropertyFormat.of(preset));
    }

    private static ScheduleChart chart(Preset preset) {
        String name = String.valueOf(PropertyFormat.of(preset));
        BackoffPolicy policy = Delays.policy("preset=" + name);
        // The strategy is random by itself, and rejects jitter settings.
        boolean always = preset == Preset.ETHERNET;
        return new ScheduleChart(name, policy, always ? policy : Delays.policy("preset=" + name, "jitter=none"));
    }
}
