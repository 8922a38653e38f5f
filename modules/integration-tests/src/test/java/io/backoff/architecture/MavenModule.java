package io.backoff.architecture;

import io.backoff.testkit.Docs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * A module of the build, as its pom describes it.
 *
 * @param folder relative to the root of the project
 * @param dependencies the dependencies of its main code that are not optional, as {@code group:artifact}
 */
record MavenModule(String name, Path folder, List<String> dependencies, boolean published) {

    private static final String OURS = "io.backoff:";
    private static final String MAIN = "/project/dependencies/dependency[not(scope='test') and not(optional='true')]";

    static List<MavenModule> all() {
        return texts(pom(Path.of("")), "/project/modules/module").stream()
                .map(folder -> of(Path.of(folder)))
                .toList();
    }

    /** The modules that an application may have on its class path. */
    static List<MavenModule> ofTheLibrary() {
        return all().stream()
                .filter(module -> module.published && !module.folder.startsWith("tools"))
                .filter(module -> Files.exists(module.sources()))
                .toList();
    }

    private static MavenModule of(Path folder) {
        Document pom = pom(folder);
        List<String> groups = texts(pom, MAIN + "/groupId");
        List<String> artifacts = texts(pom, MAIN + "/artifactId");
        return new MavenModule(
                texts(pom, "/project/artifactId").get(0),
                folder,
                IntStream.range(0, groups.size())
                        .mapToObj(i -> groups.get(i) + ":" + artifacts.get(i))
                        .toList(),
                !texts(pom, "/project/properties/maven.deploy.skip").contains("true"));
    }

    /** The other modules that its main code needs. */
    List<String> uses() {
        return dependencies.stream()
                .filter(dependency -> dependency.startsWith(OURS))
                .map(dependency -> dependency.substring(OURS.length()))
                .toList();
    }

    Path sources() {
        return Docs.root().resolve(folder).resolve("src/main/java");
    }

    Path classes() {
        return Docs.root().resolve(folder).resolve("target/classes");
    }

    /** The full names of the packages of its main code. */
    Set<String> packages() throws IOException {
        if (!Files.exists(sources())) {
            return Set.of();
        }
        try (Stream<Path> files = Files.walk(sources())) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> sources().relativize(file.getParent()).toString())
                    .map(directory -> directory.replace('/', '.').replace('\\', '.'))
                    .collect(Collectors.toSet());
        }
    }

    /** The texts of the elements that an XPath selects in the pom of a folder. */
    static List<String> texts(Path folder, String path) {
        return texts(pom(folder), path);
    }

    private static List<String> texts(Document pom, String path) {
        try {
            NodeList found =
                    (NodeList) XPathFactory.newInstance().newXPath().evaluate(path, pom, XPathConstants.NODESET);
            return IntStream.range(0, found.getLength())
                    .mapToObj(found::item)
                    .map(Node::getTextContent)
                    .toList();
        } catch (Exception failure) {
            throw new IllegalStateException(path, failure);
        }
    }

    private static Document pom(Path folder) {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(Docs.root().resolve(folder).resolve("pom.xml").toFile());
        } catch (Exception failure) {
            throw new IllegalStateException("the pom of " + folder, failure);
        }
    }
}
