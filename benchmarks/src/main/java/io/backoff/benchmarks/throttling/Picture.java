package io.backoff.benchmarks.throttling;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Requests and the limit over time, as a picture (SVG): each contestant has a row with a bar for each second. */
final class Picture {

    private static final int WIDTH = 900;
    private static final int TOP = 96;
    private static final int BOTTOM = 46;
    private static final int ROW = 66;
    private static final int BAR = 44;
    private static final int PANEL = 330;
    private static final int SECONDS = 110;
    private static final int TICK = 10;
    private static final double HIGHEST = 250;
    private static final List<Integer> LEFT = List.of(180, 550);

    // The picture has its own background, because the page around it may be dark when the reader's system is not.
    private static final String STYLE = """
            <style>
              text { font: 13px system-ui, sans-serif; fill: #24292f }
              .title { font-size: 18px; font-weight: 600 }
              .small { font-size: 11px; fill: #57606a }
              .end { text-anchor: end }
              .middle { text-anchor: middle }
              .paper { fill: #ffffff }
              .axis { stroke: #8c959f }
              .limit { fill: none; stroke: #24292f; stroke-width: 1.5 }
              .admitted { fill: #0969da }
              .throttled { fill: #bc4c00 }
              @media (prefers-color-scheme: dark) {
                text { fill: #e6edf3 }
                .small { fill: #9198a1 }
                .paper { fill: #0d1117 }
                .limit { stroke: #e6edf3 }
                .admitted { fill: #4493f8 }
                .throttled { fill: #f0883e }
              }
            </style>
            """;

    private final List<Map<String, Outcome>> panels;
    private final List<String> rows;
    private final StringBuilder svg = new StringBuilder();

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
        svg.setLength(0);
        int height = TOP + ROW * rows.size() + BOTTOM;
        add("<svg xmlns='http://www.w3.org/2000/svg' viewBox='-12 0 %d %d' role='img'>", WIDTH + 12, height);
        svg.append(STYLE);
        add("<rect class='paper' width='%d' height='%d' rx='8'/>", WIDTH, height);
        head();
        for (int row = 0; row < rows.size(); row++) {
            row(rows.get(row), TOP + ROW * row);
        }
        LEFT.forEach(left -> seconds(left, height - BOTTOM + 4));
        return svg.append("</svg>\n").toString();
    }

    private void head() {
        String title = "%,d calls from %d workers, a callee that allows 100 per second, then 50, then 100"
                .formatted(Scenario.CALLS, Scenario.WORKERS);
        add("<title>%s</title>", title);
        add("<text class='title' x='24' y='36'>%s</text>", title);
        legend(24, "admitted", "requests admitted per second");
        legend(260, "throttled", "throttled");
        add("<path class='limit' d='M372 61h16'/><text x='394' y='66'>limit</text>");
        add("<text class='small' x='%d' y='88'>429 without a hint</text>", LEFT.get(0));
        add("<text class='small' x='%d' y='88'>429, Retry-After: 1</text>", LEFT.get(1));
    }

    private void legend(int x, String kind, String meaning) {
        add("<rect class='%s' x='%d' y='55' width='12' height='12'/>", kind, x);
        add("<text x='%d' y='66'>%s</text>", x + 18, meaning);
    }

    private void row(String contestant, int top) {
        add("<text class='end' x='138' y='%d'>%s</text>", top + BAR - 14, contestant);
        for (int panel = 0; panel < LEFT.size(); panel++) {
            int left = LEFT.get(panel);
            Outcome outcome = Objects.requireNonNull(panels.get(panel).get(contestant));
            bars(outcome, left, top + BAR);
            limit(outcome.scenario().limit(), left, top + BAR);
            add("<path class='axis' d='M%d %dh%d'/>", left, top + BAR, PANEL);
            add("<text class='small end' x='%d' y='%.1f'>100</text>", left - 5, top + BAR - height(100) + 4);
        }
    }

    private void bars(Outcome outcome, int left, int bottom) {
        for (int second = 0; second < Math.min(SECONDS, outcome.bySecond().size()); second++) {
            int[] requests = outcome.bySecond().get(second);
            double admitted = height(requests[0]);
            double all = height(requests[0] + requests[1]);
            bar("admitted", left, second, bottom, admitted);
            bar("throttled", left, second, bottom - admitted, all - admitted);
        }
    }

    private void bar(String kind, int left, int second, double bottom, double height) {
        if (height > 0) {
            String bar = "<rect class='%s' x='%.1f' y='%.1f' width='%.1f' height='%.1f'/>";
            add(bar, kind, left + second * step() + 0.3, bottom - height, step() - 0.6, height);
        }
    }

    private void limit(Limit limit, int left, int bottom) {
        StringBuilder path = new StringBuilder();
        for (int second = 0; second < SECONDS; second++) {
            double y = bottom - height(limit.at(second + 0.5));
            path.append(String.format(
                    Locale.ROOT, "%s%.1f %.1fh%.1f", second == 0 ? "M" : "L", left + second * step(), y, step()));
        }
        add("<path class='limit' d='%s'/>", path);
    }

    private void seconds(int left, int y) {
        for (int second = 0; second <= SECONDS; second += TICK) {
            add("<text class='small middle' x='%.1f' y='%d'>%d</text>", left + second * step(), y, second);
        }
        add("<text class='small middle' x='%d' y='%d'>time, seconds</text>", left + PANEL / 2, y + 20);
    }

    private static double height(double requests) {
        return BAR * Math.min(1, requests / HIGHEST);
    }

    private static double step() {
        return PANEL / (double) SECONDS;
    }

    private void add(String element, Object... values) {
        svg.append(String.format(Locale.ROOT, element, values)).append('\n');
    }
}
