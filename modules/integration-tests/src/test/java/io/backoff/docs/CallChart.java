package io.backoff.docs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A picture (SVG) of calls: their attempts, the delays between them, and the end of their time. */
final class CallChart {

    private static final int WIDTH = 760;
    private static final int LEFT = 218;
    private static final int RIGHT = 640;
    private static final int TOP = 62;
    private static final int ROW = 44;
    private static final int BAR = 20;
    private static final Duration END = Duration.ofMillis(2_400);

    private final List<Call> calls;

    CallChart(List<Call> calls) {
        this.calls = calls;
    }

    @Override
    public String toString() {
        int bottom = TOP + ROW * calls.size();
        Svg svg = new Svg(WIDTH, bottom + 62, "How a call spends its time", description());
        for (Duration at = Duration.ZERO; at.compareTo(END) <= 0; at = at.plusMillis(400)) {
            svg.add("<path class='level' d='M%.1f %dV%d'/>", x(at), TOP - 12, bottom - 8);
            svg.add("<text class='small middle' x='%.1f' y='%d'>%s</text>", x(at), bottom + 8, Delays.text(at));
        }
        for (int i = 0; i < calls.size(); i++) {
            row(svg, calls.get(i), TOP + ROW * i);
        }
        legend(svg, bottom + 42);
        return svg.toString();
    }

    private static void row(Svg svg, Call call, int top) {
        svg.add("<text class='end' x='%d' y='%d'>%s</text>", LEFT - 14, top + 14, call.title);
        Duration before = Duration.ZERO;
        for (Span attempt : call.attempts) {
            if (attempt.from.compareTo(before) > 0) {
                svg.add("<path class='delay' d='M%.1f %dH%.1f'/>", x(before), top + BAR / 2, x(attempt.from));
            }
            svg.add(
                    "<rect class='%s' x='%.1f' y='%d' width='%.1f' height='%d' rx='3'/>",
                    attempt.succeeded ? "good" : "bad", x(attempt.from), top, x(attempt.to) - x(attempt.from), BAR);
            before = attempt.to;
        }
        if (!call.limit.isZero()) {
            svg.add("<path class='stop' d='M%.1f %dV%d'/>", x(call.limit), top - 6, top + BAR + 6);
        }
        svg.add("<text x='%d' y='%d'>%s</text>", RIGHT + 16, top + 14, call.outcome);
    }

    private static void legend(Svg svg, int y) {
        svg.add("<rect class='bad' x='%d' y='%d' width='14' height='10' rx='2'/>", LEFT, y - 9);
        svg.add("<text class='small' x='%d' y='%d'>failed attempt</text>", LEFT + 20, y);
        svg.add("<rect class='good' x='%d' y='%d' width='14' height='10' rx='2'/>", LEFT + 112, y - 9);
        svg.add("<text class='small' x='%d' y='%d'>success</text>", LEFT + 132, y);
        svg.add("<path class='delay' d='M%d %dh14'/>", LEFT + 196, y - 4);
        svg.add("<text class='small' x='%d' y='%d'>delay</text>", LEFT + 216, y);
        svg.add("<path class='stop' d='M%d %dv12'/>", LEFT + 268, y - 10);
        svg.add("<text class='small' x='%d' y='%d'>max-elapsed, or the caller's deadline</text>", LEFT + 278, y);
    }

    private String description() {
        List<String> rows = new ArrayList<>();
        calls.forEach(
                each -> rows.add("%s: %d attempts, %s".formatted(each.title, each.attempts.size(), each.outcome)));
        return String.join("; ", rows);
    }

    private static double x(Duration at) {
        return LEFT + (RIGHT - LEFT) * (double) at.toMillis() / END.toMillis();
    }

    /**
     * A call.
     *
     * @param limit the end of its time; 0 if it is beyond the picture
     */
    record Call(String title, List<Span> attempts, Duration limit, String outcome) {}

    /** An attempt, counted from the start of its call. */
    record Span(Duration from, Duration to, boolean succeeded) {}
}
