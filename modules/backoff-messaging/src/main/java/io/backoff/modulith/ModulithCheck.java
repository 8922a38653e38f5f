package io.backoff.modulith;

import io.backoff.logging.StartupLines;
import io.backoff.message.LogLine;
import io.backoff.message.LogMessage;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Warns at startup if nothing is resubmitted, or if Spring Modulith itself resubmits publications or marks them as
 * failed.
 */
final class ModulithCheck implements StartupLines {

    private static final LogMessage NOT_AVAILABLE =
            LogMessage.warning("'backoff.modulith.policy' is set, but no event publications are resubmitted: %s");
    private static final LogMessage REPUBLISHED = LogMessage.warning(
            "'%s' submits all incomplete event publications at startup, including those that other instances are "
                    + "processing and those that are no longer to be resubmitted. Remove the property: "
                    + "'backoff.modulith.policy' resubmits publications when they are due.");
    private static final LogMessage MARKED_STALE = LogMessage.warning(
            "'%s' makes Spring Modulith mark event publications as failed while they are still running: Modulith "
                    + "measures staleness from the publication of the event, and publications in a status for which no "
                    + "such property is set are stale immediately. Remove the property, and set "
                    + "'backoff.modulith.stale-after'.");

    private static final String LEGACY = "spring.modulith.events.jdbc.use-legacy-structure";
    private static final List<String> REPUBLISHING = List.of(
            "spring.modulith.events.republish-outstanding-events-on-restart",
            "spring.modulith.republish-outstanding-events-on-restart");
    private static final List<String> STALENESS = List.of(
            "spring.modulith.events.staleness.published",
            "spring.modulith.events.staleness.processing",
            "spring.modulith.events.staleness.resubmitted",
            "spring.modulith.events.staleness.resubmission");

    private final ConfigurableListableBeanFactory beans;
    private final Environment environment;

    ModulithCheck(ConfigurableListableBeanFactory beans, Environment environment) {
        this.beans = beans;
        this.environment = environment;
    }

    @Override
    public List<LogLine> lines() {
        if (!isPresent("org.springframework.modulith.events.FailedEventPublications")) {
            return List.of(); // The application has been warned that the library is missing.
        }
        if (!beans.containsBean("backoffResubmissionPoll")) {
            return List.of(NOT_AVAILABLE.with(reason()));
        }
        Stream<String> republishing =
                REPUBLISHING.stream().filter(property -> environment.getProperty(property, Boolean.class, false));
        Stream<String> stale =
                STALENESS.stream().filter(environment::containsProperty).limit(1);
        return Stream.concat(republishing.map(REPUBLISHED::with), stale.map(MARKED_STALE::with))
                .toList();
    }

    private String reason() {
        if (!isPresent("org.springframework.modulith.events.jdbc.JdbcRepositorySettings")) {
            return "Spring Modulith does not store them with JDBC. Use spring-modulith-starter-jdbc.";
        }
        return environment.getProperty(LEGACY, Boolean.class, false)
                ? "the table has no status column. Remove '" + LEGACY + "', and migrate the table."
                : "there is no registry of event publications. Define a DataSource.";
    }

    private boolean isPresent(String type) {
        return ClassUtils.isPresent(type, beans.getBeanClassLoader());
    }
}
