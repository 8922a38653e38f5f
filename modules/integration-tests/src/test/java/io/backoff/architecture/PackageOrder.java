package io.backoff.architecture;

import io.backoff.testkit.Docs;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The packages of each module from top to bottom, as the table in CONTRIBUTING.md has them. Between modules, the poms
 * decide what may be imported.
 *
 * @param modules for the folder of each module its levels, each with the names of its packages below the common root
 */
record PackageOrder(Map<String, List<List<String>>> modules) {

    static final String ROOT = "io.backoff";

    static PackageOrder ofTheTable() {
        return new PackageOrder(Docs.table(Docs.root().resolve("CONTRIBUTING.md"), "module").rows().stream()
                .collect(Collectors.toMap(
                        row -> Docs.code(row.get(0)).get(0),
                        row -> Arrays.stream(row.get(2).split("→"))
                                .map(level -> Docs.code(level).stream()
                                        .map(PackageOrder::name)
                                        .toList())
                                .toList())));
    }

    /** Whether one package may import another; each package may if they belong to different modules. */
    boolean allows(String importing, String imported) {
        return importing.equals(imported)
                || modules.values().stream().allMatch(levels -> {
                    int from = level(levels, importing);
                    int to = level(levels, imported);
                    return from < 0 || to < 0 || from < to;
                });
    }

    /** The full names of the packages in the row of a module. */
    List<String> packagesOf(MavenModule module) {
        return modules.getOrDefault(module.folder().toString(), List.of()).stream()
                .flatMap(List::stream)
                .map(name -> name.isEmpty() ? ROOT : ROOT + "." + name)
                .toList();
    }

    private static String name(String cell) {
        return cell.equals(ROOT) ? "" : cell;
    }

    private static int level(List<List<String>> levels, String name) {
        for (int i = 0; i < levels.size(); i++) {
            if (levels.get(i).contains(name)) {
                return i;
            }
        }
        return -1;
    }
}
