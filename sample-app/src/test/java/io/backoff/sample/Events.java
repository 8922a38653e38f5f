package io.backoff.sample;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The events that the shop sends to the page. */
final class Events implements AutoCloseable {

    private final BufferedReader lines;

    Events(RunningShop shop) throws IOException {
        lines = new BufferedReader(new InputStreamReader(
                URI.create(shop.url() + "/dashboard/events").toURL().openStream(), StandardCharsets.UTF_8));
    }

    /** The next event of that name. */
    JsonNode next(String name) throws IOException {
        String line = lines.readLine();
        while (!line.equals("event:" + name)) {
            line = lines.readLine();
        }
        return JsonMapper.shared().readTree(lines.readLine().substring("data:".length()));
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
