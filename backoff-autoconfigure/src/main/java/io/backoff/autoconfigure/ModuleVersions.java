package io.backoff.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.UrlResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;

/**
 * Fails if the jars of the library have different versions, because such combinations are not tested. Runs before the
 * context of a {@code SpringApplication} is refreshed, because the refresh itself may fail on a missing class or
 * method.
 */
final class ModuleVersions implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    /** The file that describes the module in each jar. A shaded jar has one file for all modules. */
    static final String RESOURCE = "META-INF/backoff-module.properties";

    /**
     * A jar of the library.
     *
     * @param artifact the name of the artifact, for example {@code backoff-adopt}
     * @param location the jar, or the directory of its classes
     */
    record Jar(String artifact, String version, String location) {

        private static Jar of(URL resource) {
            try {
                Properties properties = PropertiesLoaderUtils.loadProperties(new UrlResource(resource));
                return new Jar(
                        properties.getProperty("artifact", ""),
                        properties.getProperty("version", ""),
                        resource.toString().replaceFirst("^jar:", "").replaceFirst("!?/" + RESOURCE + "$", ""));
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        // Some IDEs copy resources without replacing the version placeholder.
        private boolean isFiltered() {
            return !version.startsWith("${");
        }
    }

    // Excludes other libraries that contain a copy of our classes in renamed packages.
    private static boolean hasOurPackage(URL resource) {
        try {
            return new UrlResource(resource.toString().replaceFirst(RESOURCE + "$", "io/backoff/")).exists();
        } catch (MalformedURLException unknown) {
            return true;
        }
    }

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        check(ModuleVersions.class.getClassLoader());
    }

    /**
     * Compares the jars on the class path of a class loader.
     *
     * @throws MixedVersionsException if two jars have different versions
     */
    static void check(ClassLoader loader) {
        List<Jar> jars = jars(loader);
        if (jars.stream().map(Jar::version).distinct().count() > 1) {
            throw new MixedVersionsException(jars);
        }
    }

    private static List<Jar> jars(ClassLoader loader) {
        try {
            return Collections.list(loader.getResources(RESOURCE)).stream()
                    .filter(ModuleVersions::hasOurPackage)
                    .map(Jar::of)
                    .filter(Jar::isFiltered)
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
