package io.backoff.docs;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The vertical scale of a picture of delays.
 *
 * @param least delay at the bottom; 0 unless logarithmic
 * @param most delay at the top
 * @param levels delays to show as lines
 */
record Scale(Duration least, Duration most, List<Duration> levels) {

    private static final int WIDE = 100;

    /** Creates a linear scale, or a logarithmic one if the shortest delays would be invisible otherwise. */
    static Scale of(Duration least, Duration most) {
        return most.dividedBy(least) > WIDE ? logarithmic(least, most) : linear(most);
    }

    static Scale linear(Duration most) {
        return new Scale(Duration.ZERO, most, List.of(Duration.ZERO, most.dividedBy(2), most));
    }

    private static Scale logarithmic(Duration least, Duration most) {
        Stream<Duration> between = LongStream.of(1, 10, 60).mapToObj(Duration::ofMinutes);
        return new Scale(
                least,
                most,
                Stream.of(Stream.of(least), between, Stream.of(most))
                        .flatMap(each -> each)
                        .toList());
    }

    boolean logarithmic() {
        return !least.isZero();
    }

    /** The position of a delay: 0 at the bottom, 1 at the top. */
    double share(Duration delay) {
        return logarithmic()
                ? Math.log((double) delay.toNanos() / least.toNanos())
                        / Math.log((double) most.toNanos() / least.toNanos())
                : (double) delay.toNanos() / most.toNanos();
    }
}
