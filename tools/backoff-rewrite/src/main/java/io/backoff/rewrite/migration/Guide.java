package io.backoff.rewrite.migration;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** Links to the guide. The guide's address is a property of the build, and comments are complete without a link. */
final class Guide {

    private static final String ADDRESS = read();

    private Guide() {}

    /** Returns the link to a section of a page for the end of a comment; empty if the guide has no address yet. */
    static String pointer(String page, String section) {
        return pointer(ADDRESS, page, section);
    }

    static String pointer(String address, String page, String section) {
        return address.isBlank() ? "" : "; see %s/%s#%s".formatted(address, page, section);
    }

    private static String read() {
        var properties = new Properties();
        try (InputStream in = Guide.class.getResourceAsStream("guide.properties")) {
            properties.load(Objects.requireNonNull(in, "guide.properties"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Objects.requireNonNull(properties.getProperty("address"), "address");
    }
}
