package io.backoff.benchmarks.overload;

import static io.backoff.benchmarks.picture.Drawing.BAR;
import static io.backoff.benchmarks.picture.Drawing.ROW;
import static io.backoff.benchmarks.picture.Drawing.TOP;

import io.backoff.benchmarks.picture.Drawing;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Results as a picture (SVG). Each variant has a row with two charts of one bar per second: goodput on the left,
 * amplification on the right.
 */
final class Chart {

    private static final int PANEL = 300;

    private static final String LIGHT = """
              .stall { fill: #e1e4e8 }
              .level { stroke: #8c959f; stroke-dasharray: 2 3 }
              .goodput { fill: #0969da }
              .amplification { fill: #bc4c00 }
            """;

    private static final String DARK = """
                .stall { fill: #2b3138 }
                .goodput { fill: #4493f8 }
                .amplification { fill: #f0883e }
            """;

    private final List<Result> results;
    private final Scenario scenario;
    private final double step;
    private final List<Panel> panels;

    Chart(List<Result> results) {
        this.results = results;
        this.scenario = results.get(0).scenario();
        this.step = PANEL / (double) scenario.seconds();
        this.panels = List.of(
                new Panel("goodput", 220, List.of(0, scenario.callsPerSecond()), Second::succeeded),
                new Panel("amplification", 570, List.of(1, 4), Second::amplification));
    }

    @Override
    public String toString() {
        String title = "%d calls per second; a server that can handle 1000 stalls for %d s"
                .formatted(scenario.callsPerSecond(), scenario.stall());
        Drawing svg = new Drawing(title, results.size(), 0, LIGHT, DARK);
        svg.legend(24, "goodput", "calls per second that end well");
        svg.legend(260, "amplification", "attempts per call");
        svg.legend(410, "stall", "the server does nothing");
        for (int i = 0; i < results.size(); i++) {
            row(svg, results.get(i), TOP + ROW * i);
        }
        panels.forEach(panel -> svg.seconds(panel.left, PANEL, scenario.seconds(), 1));
        return svg.end();
    }

    private void row(Drawing svg, Result result, int top) {
        svg.name(174, top, result.title());
        for (Panel panel : panels) {
            svg.bar("stall", x(panel, scenario.warmUp()), top + BAR, scenario.stall() * step, BAR);
            bars(svg, result, panel, top + BAR);
            panel.levels.forEach(level -> level(svg, panel, level, top + BAR));
            svg.axis(panel.left, top + BAR, PANEL);
        }
    }

    private void bars(Drawing svg, Result result, Panel panel, int bottom) {
        for (int second = 0; second < scenario.seconds(); second++) {
            double value = panel.value.applyAsDouble(result.seconds().get(second));
            svg.bar(panel.kind, x(panel, second) + 1, bottom, step - 2, panel.height(value));
        }
    }

    private static void level(Drawing svg, Panel panel, int level, int bottom) {
        double y = bottom - panel.height(level);
        svg.add("<path class='level' d='M%d %.1fh%d'/>", panel.left, y, PANEL);
        svg.add("<text class='small end' x='%d' y='%.1f'>%d</text>", panel.left - 6, y + 4, level);
    }

    private double x(Panel panel, int second) {
        return panel.left + second * step;
    }

    /** A column of the picture: one value for each second, and reference levels in ascending order. */
    private record Panel(String kind, int left, List<Integer> levels, ToDoubleFunction<Second> value) {

        double height(double of) {
            double max = 1.15 * levels.get(levels.size() - 1);
            return BAR * Math.min(1, of / max);
        }
    }
}
