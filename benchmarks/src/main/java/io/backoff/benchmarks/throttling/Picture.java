package io.backoff.benchmarks.throttling;

import static io.backoff.benchmarks.picture.Drawing.BAR;
import static io.backoff.benchmarks.picture.Drawing.ROW;
import static io.backoff.benchmarks.picture.Drawing.TOP;

import io.backoff.benchmarks.picture.Drawing;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Requests and the limit over time, as a picture (SVG): each contestant has a row with a bar for each second. */
final class Picture {

    private static final int MARGIN = 12;
    private static final int PANEL = 330;
    private static final int SECONDS = 110;
    private static final int TICK = 10;
    private static final double STEP = PANEL / (double) SECONDS;
    private static final double HIGHEST = 250;
    private static final List<Integer> LEFT = List.of(180, 550);

    private static final String LIGHT = """
              .limit { fill: none; stroke: #24292f; stroke-width: 1.5 }
              .admitted { fill: #0969da }
              .throttled { fill: #bc4c00 }
            """;

    private static final String DARK = """
                .limit { stroke: #e6edf3 }
                .admitted { fill: #4493f8 }
                .throttled { fill: #f0883e }
            """;

    private final List<Map<String, Outcome>> panels;
    private final List<String> rows;

    /**
     * Creates a picture.
     *
     * @param without outcomes by contestant, with a callee that sends no {@code Retry-After}
     * @param with outcomes by contestant, with a callee that sends {@code Retry-After}
     */
    Picture(Map<String, Outcome> without, Map<String, Outcome> with) {
        this.panels = List.of(without, with);
        this.rows = List.copyOf(without.keySet());
    }

    @Override
    public String toString() {
        String title = "%,d calls from %d workers, a callee that allows 100 per second, then 50, then 100"
                .formatted(Scenario.CALLS, Scenario.WORKERS);
        Drawing svg = new Drawing(title, rows.size(), MARGIN, LIGHT, DARK);
        head(svg);
        for (int row = 0; row < rows.size(); row++) {
            row(svg, rows.get(row), TOP + ROW * row);
        }
        LEFT.forEach(left -> svg.seconds(left, PANEL, SECONDS, TICK));
        return svg.end();
    }

    private static void head(Drawing svg) {
        svg.legend(24, "admitted", "requests admitted per second");
        svg.legend(260, "throttled", "throttled");
        svg.add("<path class='limit' d='M372 61h16'/><text x='394' y='66'>limit</text>");
        svg.add("<text class='small' x='%d' y='88'>429 without a hint</text>", LEFT.get(0));
        svg.add("<text class='small' x='%d' y='88'>429, Retry-After: 1</text>", LEFT.get(1));
    }

    private void row(Drawing svg, String contestant, int top) {
        svg.name(138, top, contestant);
        for (int panel = 0; panel < LEFT.size(); panel++) {
            int left = LEFT.get(panel);
            Outcome outcome = Objects.requireNonNull(panels.get(panel).get(contestant));
            bars(svg, outcome, left, top + BAR);
            limit(svg, outcome.scenario().limit(), left, top + BAR);
            svg.axis(left, top + BAR, PANEL);
            svg.add("<text class='small end' x='%d' y='%.1f'>100</text>", left - 5, top + BAR - height(100) + 4);
        }
    }

    private static void bars(Drawing svg, Outcome outcome, int left, int bottom) {
        for (int second = 0; second < Math.min(SECONDS, outcome.bySecond().size()); second++) {
            int[] requests = outcome.bySecond().get(second);
            double admitted = height(requests[0]);
            double all = height(requests[0] + requests[1]);
            double x = left + second * STEP + 0.3;
            svg.bar("admitted", x, bottom, STEP - 0.6, admitted);
            svg.bar("throttled", x, bottom - admitted, STEP - 0.6, all - admitted);
        }
    }

    private static void limit(Drawing svg, Limit limit, int left, int bottom) {
        StringBuilder path = new StringBuilder();
        for (int second = 0; second < SECONDS; second++) {
            double y = bottom - height(limit.at(second + 0.5));
            path.append(String.format(
                    Locale.ROOT, "%s%.1f %.1fh%.1f", second == 0 ? "M" : "L", left + second * STEP, y, STEP));
        }
        svg.add("<path class='limit' d='%s'/>", path);
    }

    private static double height(double requests) {
        return BAR * Math.min(1, requests / HIGHEST);
    }
}
