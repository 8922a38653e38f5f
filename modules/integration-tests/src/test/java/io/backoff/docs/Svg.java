package io.backoff.docs;

import java.util.Locale;

/** A picture (SVG) that is readable on light and on dark pages. */
public final class Svg {

    // The picture has its own background: the page around it may be dark when the reader's system is not.
    private static final String STYLE = """
            <style>
              text { font: 12px system-ui, sans-serif; fill: #24292f }
              .title { font-size: 15px; font-weight: 600 }
              .small { font-size: 11px; fill: #57606a }
              .end { text-anchor: end }
              .middle { text-anchor: middle }
              .paper { fill: #ffffff }
              .range { fill: #80ccff }
              .good { fill: #4ac26b }
              .bad { fill: #ff9492 }
              .box { fill: #ddf4ff; stroke: #54aeff }
              .delay { stroke: #0550ae; stroke-width: 2 }
              .axis, .level, .arrow { stroke: #8c959f; fill: none }
              .level { stroke-dasharray: 2 3 }
              .stop { stroke: #bc4c00; stroke-width: 2 }
              @media (prefers-color-scheme: dark) {
                text { fill: #e6edf3 }
                .small { fill: #9198a1 }
                .paper { fill: #0d1117 }
                .range { fill: #1f4f8f }
                .good { fill: #238636 }
                .bad { fill: #b62324 }
                .box { fill: #10243e; stroke: #1f6feb }
                .delay { stroke: #a5d6ff }
                .stop { stroke: #f0883e }
              }
            </style>
            """;

    private final StringBuilder text = new StringBuilder();

    /** Begins a picture with a title, and a description for those who cannot see it. */
    public Svg(int width, int height, String title, String description) {
        String head =
                "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %1$d %2$d' role='img'"
                        + " aria-labelledby='title desc'>";
        add(head, width, height);
        add("<title id='title'>%s</title>", title);
        add("<desc id='desc'>%s</desc>", description);
        text.append(STYLE);
        add("<rect class='paper' width='%d' height='%d' rx='8'/>", width, height);
        add("<text class='title' x='16' y='28'>%s</text>", title);
    }

    public void add(String element, Object... values) {
        text.append(String.format(Locale.ROOT, element, values)).append('\n');
    }

    @Override
    public String toString() {
        return text + "</svg>\n";
    }
}
