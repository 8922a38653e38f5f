package io.backoff.docs;

import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.ScheduledDelay;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A picture (SVG) of a policy's schedule: a column for each delay, with the range that jitter gives. */
final class ScheduleChart {

    private static final int WIDTH = 420;
    private static final int HEIGHT = 220;
    private static final int LEFT = 62;
    private static final int RIGHT = 404;
    private static final int TOP = 62;
    private static final int BOTTOM = 176;
    private static final int MOST = 100;

    private final String name;
    private final BackoffPolicy policy;
    private final BackoffPolicy plain;
    private final List<ScheduledDelay> ranges;
    private final List<Duration> delays;
    private final Scale scale;

    /**
     * Creates a picture of the policy.
     *
     * @param plain the same policy without jitter, or the policy itself if its strategy is random
     */
    ScheduleChart(String name, BackoffPolicy policy, BackoffPolicy plain) {
        this.name = name;
        this.policy = policy;
        this.plain = plain;
        this.delays = untilTheEnd(plain);
        this.ranges = policy.schedule(MOST).subList(0, delays.size());
        this.scale = isRandom(policy)
                ? Scale.linear(ranges.get(ranges.size() - 1).max())
                : Scale.of(delays.get(0), delays.get(delays.size() - 1));
    }

    /** The text alternative of the picture. */
    String description() {
        ScheduledDelay first = ranges.get(0);
        ScheduledDelay last = ranges.get(ranges.size() - 1);
        return "Delays of %s before attempts %d to %d: %s at first, %s at last; %s"
                .formatted(name, first.attempt(), last.attempt(), text(first), text(last), end());
    }

    @Override
    public String toString() {
        Svg svg = new Svg(WIDTH, HEIGHT, name, description());
        svg.add("<text class='end' x='%d' y='28'>%s</text>", RIGHT, end());
        scale.levels().forEach(each -> level(svg, each));
        for (int i = 0; i < delays.size(); i++) {
            column(svg, i);
        }
        svg.add("<path class='axis' d='M%d %dH%d'/>", LEFT, BOTTOM, RIGHT);
        svg.add("<path class='stop' d='M%d %dV%d'/>", RIGHT, TOP, BOTTOM);
        legend(svg);
        return svg.toString();
    }

    private void level(Svg svg, Duration level) {
        svg.add("<path class='level' d='M%d %.1fH%d'/>", LEFT, y(level), RIGHT);
        svg.add(
                "<text class='small end' x='%d' y='%.1f'>%s</text>",
                LEFT - 6, y(level) + 4, Delays.text(rounded(level)));
    }

    private void column(Svg svg, int i) {
        ScheduledDelay range = ranges.get(i);
        double step = (RIGHT - LEFT) / (delays.size() + 0.5);
        double width = Math.min(24, step * 0.6);
        double middle = LEFT + (i + 0.5) * step;
        double top = y(range.max());
        if (!range.min().equals(range.max())) {
            String area = "<rect class='range' x='%.1f' y='%.1f' width='%.1f' height='%.1f'/>";
            svg.add(area, middle - width / 2, top, width, y(range.min()) - top);
        } else if (!isRandom(policy)) {
            svg.add("<path class='axis' d='M%.1f %dV%.1f'/>", middle, BOTTOM, top);
        }
        svg.add("<path class='delay' d='M%.1f %.1fh%.1f'/>", middle - width / 2, y(delays.get(i)), width);
        if (delays.size() < 16 || range.attempt() % 2 == 0) {
            svg.add("<text class='small middle' x='%.1f' y='%d'>%d</text>", middle, BOTTOM + 15, range.attempt());
        }
    }

    private void legend(Svg svg) {
        int y = HEIGHT - 12;
        svg.add("<text class='small end' x='%d' y='%d'>before attempt</text>", RIGHT, y);
        svg.add("<path class='delay' d='M%d %dh14'/>", LEFT, y - 4);
        boolean random = isRandom(policy);
        boolean byItself = isRandom(plain);
        String meaning = !random ? "delay" : byItself ? "mean" : "without jitter";
        svg.add("<text class='small' x='%d' y='%d'>%s</text>", LEFT + 20, y, meaning);
        if (random) {
            svg.add("<rect class='range' x='%d' y='%d' width='14' height='10'/>", LEFT + 106, y - 9);
            svg.add("<text class='small' x='%d' y='%d'>%s</text>", LEFT + 126, y, byItself ? "range" : "with jitter");
        }
        if (scale.logarithmic()) {
            svg.add("<text class='small' x='%d' y='%d'>logarithmic</text>", LEFT + 106, y);
        }
    }

    private String end() {
        int attempts = policy.limits().maxAttempts();
        return policy.limits().unlimited()
                ? "ends after " + Delays.text(policy.limits().maxElapsed())
                : "ends after " + attempts + " attempts";
    }

    /** The delays of a call whose attempts take no time. */
    private static List<Duration> untilTheEnd(BackoffPolicy policy) {
        Duration limit = policy.limits().maxElapsed();
        int attempts = policy.limits().unlimited() ? MOST : policy.limits().maxAttempts();
        List<Duration> delays = new ArrayList<>();
        Duration elapsed = Duration.ZERO;
        for (ScheduledDelay each : policy.schedule(attempts)) {
            elapsed = elapsed.plus(each.expected());
            if (!limit.isZero() && elapsed.compareTo(limit) > 0) {
                break;
            }
            delays.add(each.expected());
        }
        return delays;
    }

    /** Rounds to three digits: there is no room for more. */
    private static Duration rounded(Duration level) {
        return Duration.ofNanos(
                new BigDecimal(level.toNanos()).round(new MathContext(3)).longValueExact());
    }

    private static boolean isRandom(BackoffPolicy policy) {
        return policy.schedule(2).stream().anyMatch(each -> !each.min().equals(each.max()));
    }

    private static String text(ScheduledDelay delay) {
        return delay.min().equals(delay.max())
                ? Delays.text(delay.max())
                : Delays.text(delay.min()) + " to " + Delays.text(delay.max());
    }

    private double y(Duration delay) {
        return BOTTOM - (BOTTOM - TOP) * scale.share(delay);
    }
}
