package io.backoff.adopt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts applications, and reads what they log about adoption. */
@NullMarked
final class Startup {

    private static final Pattern LINE =
            Pattern.compile("(?:INFO|WARN) .*\\b(?:AdoptedMethods|StartupReport|BeanPostProcessorChecker) +[:-] (.*)");

    private final CapturedOutput output;
    private final List<String> properties = new ArrayList<>(List.of(
            "spring.jmx.enabled=false",
            "logging.level.io.backoff.adopt=info",
            "logging.level.io.backoff.autoconfigure.StartupReport=info"));

    Startup(CapturedOutput output, String... properties) {
        this.output = output;
        this.properties.addAll(Arrays.asList(properties));
    }

    /** The lines that an application logs at startup. */
    List<String> lines(Class<?>... beans) {
        return lines(context -> {}, beans);
    }

    /** The lines that an application logs at startup and while it is used. */
    List<String> lines(Consumer<ConfigurableApplicationContext> use, Class<?>... beans) {
        int before = output.getAll().length();
        try (ConfigurableApplicationContext context = start(beans)) {
            use.accept(context);
        }
        return output.getAll()
                .substring(before)
                .lines()
                .map(LINE::matcher)
                .filter(found -> found.find())
                .map(found -> found.group(1))
                .toList();
    }

    ConfigurableApplicationContext start(Class<?>... beans) {
        return new SpringApplicationBuilder(Stream.concat(Stream.of(Libraries.All.class), Stream.of(beans))
                        .toArray(Class<?>[]::new))
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .properties(properties.toArray(String[]::new))
                .run();
    }
}
