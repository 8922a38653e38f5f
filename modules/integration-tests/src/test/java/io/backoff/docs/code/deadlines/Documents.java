package io.backoff.docs.code.deadlines;

import io.backoff.Backoff;
import io.backoff.engine.CurrentAttempt;
import io.backoff.http.OverloadedException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Methods that ask for the time left. */
class Documents {

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI archive = URI.create("http://localhost/");
    private final Reports reports;

    Documents(Reports reports) {
        this.reports = reports;
    }

    @Backoff("quotes")
    String quote(String item) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(archive.resolve(item));
        CurrentAttempt.get()
                .flatMap(CurrentAttempt::remaining)
                .filter(left -> !left.isZero())
                .ifPresent(request::timeout);
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
    }

    @Backoff(value = "reports", abortOn = OverloadedException.class)
    String report(String item) {
        boolean tooLate = CurrentAttempt.get()
                .flatMap(CurrentAttempt::remaining)
                .filter(left -> left.compareTo(Duration.ofMillis(200)) < 0)
                .isPresent();
        if (tooLate) {
            throw new OverloadedException("a report takes 200 ms");
        }
        return reports.create(item);
    }

    interface Reports {

        String create(String item);
    }
}
