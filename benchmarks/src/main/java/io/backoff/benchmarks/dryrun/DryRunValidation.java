package io.backoff.benchmarks.dryrun;

import io.backoff.benchmarks.overload.Table;
import io.backoff.dryrun.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Compares the predictions of dry runs with measurements after the change. Reproducible; a round takes seconds. */
public final class DryRunValidation {

    private static final int ROUNDS = 10;

    private DryRunValidation() {}

    /**
     * Prints the tables about dry runs in {@code benchmarks/results.md}. The last one takes ten times as long as the
     * others together.
     */
    public static void main(String[] arguments) {
        List<Prediction> all = run(1);
        Stream.of(changes(), attempts(all), denied(all), delays(all)).forEach(System.out::println);
        List<List<Prediction>> rounds =
                IntStream.rangeClosed(1, ROUNDS).mapToObj(DryRunValidation::run).toList();
        System.out.println(errors(rounds));
    }

    /** Runs all changes: first those that meet the assumptions of the model, then the others. */
    static List<Prediction> run(int seed) {
        return Prediction.of(Changes.ALL, seed);
    }

    static String changes() {
        Table table = new Table(List.of("change", "callee"));
        Changes.ALL.forEach(
                change -> table.row(List.of(name(change), change.load().callee())));
        return table.toString();
    }

    static String attempts(List<Prediction> all) {
        return sideBySide(all, List.of(Figure.ATTEMPTS, Figure.SUCCESS));
    }

    static String denied(List<Prediction> all) {
        return sideBySide(all, List.of(Figure.DENIED));
    }

    static String delays(List<Prediction> all) {
        return sideBySide(all, List.of(Figure.MEAN_DELAY, Figure.P99_DELAY));
    }

    private static String sideBySide(List<Prediction> all, List<Figure> figures) {
        List<String> head = new ArrayList<>(List.of("change"));
        figures.forEach(figure -> head.addAll(List.of(figure.title() + ": before", "predicted", "measured", "error")));
        Table table = new Table(head);
        all.forEach(prediction -> table.row(row(prediction.change(), figures, figure -> cells(prediction, figure))));
        return table.toString();
    }

    private static Stream<String> cells(Prediction prediction, Figure figure) {
        Figures predicted = prediction.predicted();
        Figures measured = prediction.after();
        return Stream.concat(
                Stream.of(prediction.before(), predicted, measured).map(figure::text),
                Stream.of(figure.error(figure.of(predicted) - figure.of(measured))));
    }

    /** Returns a table of the root mean squared errors in several rounds. */
    private static String errors(List<List<Prediction>> rounds) {
        List<String> head = new ArrayList<>(List.of("typical error of a change"));
        Stream.of(Figure.values()).map(Figure::title).forEach(head::add);
        Table table = new Table(head);
        for (int i = 0; i < Changes.ALL.size(); i++) {
            int index = i;
            List<Prediction> same =
                    rounds.stream().map(round -> round.get(index)).toList();
            table.row(row(Changes.ALL.get(i), List.of(Figure.values()), figure -> Stream.of(figure.deviation(same))));
        }
        return table.toString();
    }

    private static List<String> row(Change change, List<Figure> figures, Function<Figure, Stream<String>> cells) {
        return Stream.concat(Stream.of(name(change)), figures.stream().flatMap(cells))
                .toList();
    }

    private static String name(Change change) {
        return "%d: `%s` %s → %s"
                .formatted(Changes.ALL.indexOf(change) + 1, change.property(), change.from(), change.to());
    }
}
