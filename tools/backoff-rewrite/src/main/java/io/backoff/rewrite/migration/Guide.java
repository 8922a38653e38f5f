package io.backoff.rewrite.migration;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** Links to the guide, whose address is a property of the build. Without an address, comments have no link. */
final class Guide {

    private static final String ADDRESS = read();

    private Guide() {}

    /** Returns the end of a comment, which links to a section of a page; empty if the guide has no address yet. */
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
