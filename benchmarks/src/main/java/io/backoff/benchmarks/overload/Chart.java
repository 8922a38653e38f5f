package io.backoff.benchmarks.overload;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Results as a picture (SVG). Each variant has a row with a bar for each second: goodput on the left, amplification on
 * the right.
 */
final class Chart {

    private static final int WIDTH = 900;
    private static final int TOP = 96;
    private static final int BOTTOM = 46;
    private static final int ROW = 66;
    private static final int BAR = 44;
    private static final int PANEL = 300;

    // The picture has its own background, because the page around it may be dark when the reader's system is not.
    private static final String STYLE = """
            <style>
              text { font: 13px system-ui, sans-serif; fill: #24292f }
              .title { font-size: 18px; font-weight: 600 }
              .small { font-size: 11px; fill: #57606a }
              .end { text-anchor: end }
              .middle { text-anchor: middle }
              .paper { fill: #ffffff }
              .stall { fill: #e1e4e8 }
              .axis, .level { stroke: #8c959f }
              .level { stroke-dasharray: 2 3 }
              .goodput { fill: #0969da }
              .amplification { fill: #bc4c00 }
              @media (prefers-color-scheme: dark) {
                text { fill: #e6edf3 }
                .small { fill: #9198a1 }
                .paper { fill: #0d1117 }
                .stall { fill: #2b3138 }
                .goodput { fill: #4493f8 }
                .amplification { fill: #f0883e }
              }
            </style>
            """;

    private final List<Result> results;
    private final Scenario scenario;
    private final List<Panel> panels;

    Chart(List<Result> results) {
        this.results = results;
        this.scenario = results.get(0).scenario();
        this.panels = List.of(
                new Panel("goodput", 220, List.of(0, scenario.callsPerSecond()), Second::succeeded),
                new Panel("amplification", 570, List.of(1, 4), Second::amplification));
    }

    @Override
    public String toString() {
        int height = TOP + ROW * results.size() + BOTTOM;
        StringBuilder svg = new StringBuilder();
        add(svg, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' role='img'>", WIDTH, height);
        svg.append(STYLE);
        add(svg, "<rect class='paper' width='%d' height='%d' rx='8'/>", WIDTH, height);
        head(svg);
        for (int i = 0; i < results.size(); i++) {
            row(svg, results.get(i), TOP + ROW * i);
        }
        panels.forEach(each -> seconds(svg, each, height - BOTTOM + 4));
        return svg.append("</svg>\n").toString();
    }

    private void head(StringBuilder svg) {
        String title = "%d calls per second, a server for 1000 that stalls for %d s"
                .formatted(scenario.callsPerSecond(), scenario.stall());
        add(svg, "<title>%s</title>", title);
        add(svg, "<text class='title' x='24' y='36'>%s</text>", title);
        legend(svg, 24, "goodput", "calls per second that end well");
        legend(svg, 260, "amplification", "attempts per call");
        legend(svg, 410, "stall", "the server does nothing");
    }

    private static void legend(StringBuilder svg, int x, String kind, String meaning) {
        add(svg, "<rect class='%s' x='%d' y='55' width='12' height='12'/>", kind, x);
        add(svg, "<text x='%d' y='66'>%s</text>", x + 18, meaning);
    }

    private void row(StringBuilder svg, Result result, int top) {
        add(svg, "<text class='end' x='174' y='%d'>%s</text>", top + BAR - 14, result.title());
        for (Panel panel : panels) {
            String stall = "<rect class='stall' x='%.1f' y='%d' width='%.1f' height='%d'/>";
            add(svg, stall, x(panel, scenario.warmUp()), top, scenario.stall() * step(), BAR);
            bars(svg, result, panel, top + BAR);
            panel.levels.forEach(each -> level(svg, panel, each, top + BAR));
            add(svg, "<path class='axis' d='M%d %dh%d'/>", panel.left, top + BAR, PANEL);
        }
    }

    private void bars(StringBuilder svg, Result result, Panel panel, int bottom) {
        String bar = "<rect class='%s' x='%.1f' y='%.1f' width='%.1f' height='%.1f'/>";
        for (int second = 0; second < scenario.seconds(); second++) {
            double height =
                    panel.height(panel.value.applyAsDouble(result.seconds().get(second)));
            add(svg, bar, panel.kind, x(panel, second) + 1, bottom - height, step() - 2, height);
        }
    }

    private static void level(StringBuilder svg, Panel panel, int level, int bottom) {
        double y = bottom - panel.height(level);
        add(svg, "<path class='level' d='M%d %.1fh%d'/>", panel.left, y, PANEL);
        add(svg, "<text class='small end' x='%d' y='%.1f'>%d</text>", panel.left - 6, y + 4, level);
    }

    private void seconds(StringBuilder svg, Panel panel, int y) {
        for (int second = 0; second <= scenario.seconds(); second++) {
            add(svg, "<text class='small middle' x='%.1f' y='%d'>%d</text>", x(panel, second), y, second);
        }
        String axis = "<text class='small middle' x='%d' y='%d'>time, seconds</text>";
        add(svg, axis, panel.left + PANEL / 2, y + 20);
    }

    private double x(Panel panel, int second) {
        return panel.left + second * step();
    }

    private double step() {
        return PANEL / (double) scenario.seconds();
    }

    private static void add(StringBuilder svg, String element, Object... values) {
        svg.append(String.format(Locale.ROOT, element, values)).append('\n');
    }

    /** A column of the picture: a value by second, and reference levels in ascending order. */
    private record Panel(String kind, int left, List<Integer> levels, ToDoubleFunction<Second> value) {

        double height(double of) {
            double max = 1.15 * levels.get(levels.size() - 1);
            return BAR * Math.min(1, of / max);
        }
    }
}
