package io.backoff.architecture;

import io.backoff.docs.Svg;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A picture (SVG) of modules: each above those that it needs. */
final class ModulesChart {

    private static final int WIDTH = 860;
    private static final int TOP = 48;
    private static final int LEVEL = 78;
    private static final int BOX = 30;
    private static final int GAP = 8;

    private final Map<String, List<String>> arrows;

    /**
     * Creates a picture.
     *
     * @param arrows the modules that each needs, except those that another one brings
     */
    ModulesChart(Map<String, List<String>> arrows) {
        this.arrows = arrows;
    }

    @Override
    public String toString() {
        List<List<String>> levels = levels();
        Map<String, Box> boxes = new LinkedHashMap<>();
        for (int i = 0; i < levels.size(); i++) {
            place(levels.get(i), TOP + LEVEL * i, boxes);
        }
        Svg svg = new Svg(WIDTH, TOP + LEVEL * levels.size(), "Modules", description());
        arrows.forEach((from, needed) -> needed.forEach(to -> svg.add(
                "<path class='arrow' d='M%.1f %dL%.1f %d'/>",
                boxes.get(from).middle(),
                boxes.get(from).top + BOX,
                boxes.get(to).middle(),
                boxes.get(to).top)));
        boxes.forEach((name, box) -> {
            svg.add(
                    "<rect class='box' x='%.1f' y='%d' width='%.1f' height='%d' rx='5'/>",
                    box.left, box.top, box.width, BOX);
            svg.add("<text class='middle' x='%.1f' y='%d'>%s</text>", box.middle(), box.top + 19, name);
        });
        return svg.toString();
    }

    private static void place(List<String> names, int top, Map<String, Box> boxes) {
        double total = names.stream().mapToDouble(ModulesChart::width).sum() + GAP * (names.size() - 1);
        double left = (WIDTH - total) / 2;
        for (String name : names) {
            boxes.put(name, new Box(left, top, width(name)));
            left += width(name) + GAP;
        }
    }

    private static double width(String name) {
        return 14 + 6.4 * name.length();
    }

    /** The modules by their level: the largest number of modules in a chain above them. */
    private List<List<String>> levels() {
        Map<Integer, List<String>> levels = arrows.keySet().stream().collect(Collectors.groupingBy(this::depth));
        List<List<String>> sorted = new ArrayList<>();
        levels.keySet().stream()
                .sorted()
                .forEach(each -> sorted.add(levels.get(each).stream().sorted().toList()));
        return sorted;
    }

    private int depth(String name) {
        return arrows.entrySet().stream()
                .filter(each -> each.getValue().contains(name))
                .map(each -> depth(each.getKey()) + 1)
                .max(Comparator.naturalOrder())
                .orElse(0);
    }

    private String description() {
        return arrows.entrySet().stream()
                .filter(each -> !each.getValue().isEmpty())
                .map(each -> each.getKey() + " needs " + String.join(", ", each.getValue()))
                .collect(Collectors.joining("; "));
    }

    private record Box(double left, int top, double width) {

        double middle() {
            return left + width / 2;
        }
    }
}
