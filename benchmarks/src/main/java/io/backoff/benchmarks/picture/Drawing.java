package io.backoff.benchmarks.picture;

import java.util.Locale;

/**
 * A picture (SVG) of values by second. Below the title and the legend, each contestant has a row, in which panels of
 * bars stand side by side.
 */
public final class Drawing {

    /** The top of the first row. */
    public static final int TOP = 96;

    /** The distance from the top of one row to the top of the next. */
    public static final int ROW = 66;

    /** The height of the highest bar. */
    public static final int BAR = 44;

    private static final int WIDTH = 900;
    private static final int BOTTOM = 46;

    // The picture's colors follow the color scheme of the reader's system, but the page around it may be dark although
    // the system is light. So the picture has its own background.
    private static final String STYLE = """
            <style>
              text { font: 13px system-ui, sans-serif; fill: #24292f }
              .title { font-size: 18px; font-weight: 600 }
              .small { font-size: 11px; fill: #57606a }
              .end { text-anchor: end }
              .middle { text-anchor: middle }
              .paper { fill: #ffffff }
              .axis { stroke: #8c959f }
            %s  @media (prefers-color-scheme: dark) {
                text { fill: #e6edf3 }
                .small { fill: #9198a1 }
                .paper { fill: #0d1117 }
            %s  }
            </style>
            """;

    private final int height;
    private final StringBuilder svg = new StringBuilder();

    /**
     * Begins a picture.
     *
     * @param margin the space for long names to the left of the picture
     * @param light style rules of this picture, each line indented by two spaces
     * @param dark the rules that differ in dark mode, each line indented by four spaces
     */
    public Drawing(String title, int rows, int margin, String light, String dark) {
        this.height = TOP + ROW * rows + BOTTOM;
        add(
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='%d 0 %d %d' role='img'>",
                -margin, WIDTH + margin, height);
        svg.append(STYLE.formatted(light, dark));
        add("<rect class='paper' width='%d' height='%d' rx='8'/>", WIDTH, height);
        add("<title>%s</title>", title);
        add("<text class='title' x='24' y='36'>%s</text>", title);
    }

    /** Explains the bars of a kind. The name of a kind is also the name of its style. */
    public void legend(int x, String kind, String meaning) {
        add("<rect class='%s' x='%d' y='55' width='12' height='12'/>", kind, x);
        add("<text x='%d' y='66'>%s</text>", x + 18, meaning);
    }

    /** Writes the contestant's name beside its row. The name ends at {@code right}. */
    public void name(int right, int top, String contestant) {
        add("<text class='end' x='%d' y='%d'>%s</text>", right, top + BAR - 14, contestant);
    }

    /** Draws a bar, unless it has no height. */
    public void bar(String kind, double x, double bottom, double width, double barHeight) {
        if (barHeight > 0) {
            add(
                    "<rect class='%s' x='%.1f' y='%.1f' width='%.1f' height='%.1f'/>",
                    kind, x, bottom - barHeight, width, barHeight);
        }
    }

    /** Draws the axis of a panel in a row. */
    public void axis(int left, int bottom, int width) {
        add("<path class='axis' d='M%d %dh%d'/>", left, bottom, width);
    }

    /** Writes the numbers of a panel's seconds, and their unit, below the last row. */
    public void seconds(int left, int width, int seconds, int tick) {
        int y = height - BOTTOM + 4;
        double step = width / (double) seconds;
        for (int second = 0; second <= seconds; second += tick) {
            add("<text class='small middle' x='%.1f' y='%d'>%d</text>", left + second * step, y, second);
        }
        add("<text class='small middle' x='%d' y='%d'>time, seconds</text>", left + width / 2, y + 20);
    }

    /** Adds an element. */
    public void add(String element, Object... values) {
        svg.append(String.format(Locale.ROOT, element, values)).append('\n');
    }

    /** Ends the picture, and returns its source. */
    public String end() {
        return svg.append("</svg>\n").toString();
    }
}
