package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.backoff.testkit.Docs;
import io.backoff.testkit.Docs.Block;
import java.io.StringReader;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xml.sax.InputSource;
import tools.jackson.databind.json.JsonMapper;

/** XML and JSON in the documentation are well-formed, and each block is of a kind that some test checks. */
class DataBlocksTests {

    /** Each kind has a test in this package or, for Prometheus, in the sample. Unnamed blocks are input and output. */
    private static final Set<String> CHECKED = Set.of(
            "java",
            "kotlin",
            "properties",
            "yaml",
            "yaml refused",
            "yaml prometheus",
            "promql",
            "xml",
            "json",
            "console",
            "log",
            "");

    @Test
    void areOfAKindThatIsChecked() {
        assertThat(Docs.all().stream().flatMap(page -> Docs.blocks(page).stream()))
                .allSatisfy(block -> assertThat(CHECKED).contains(block.info()));
    }

    /** A line with less indentation than the fence ends the enclosing list item, and with it the block. */
    @Test
    void areIndentedAsTheirFences() {
        assertThat(Docs.all().stream().flatMap(page -> Docs.blocks(page).stream()))
                .allSatisfy(block -> assertThat(block.raw())
                        .allSatisfy(line -> assertThat(line.isEmpty() || line.startsWith(block.indent()))
                                .as("%s is indented: %s", block, line)
                                .isTrue()));
    }

    @ParameterizedTest
    @MethodSource
    void xmlIsWellFormed(Block block) {
        String document = "<fragment>" + block.text() + "</fragment>";
        assertThatNoException()
                .isThrownBy(() -> DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(document))));
    }

    static Stream<Block> xmlIsWellFormed() {
        return Docs.blocks("xml");
    }

    @ParameterizedTest
    @MethodSource
    void jsonIsWellFormed(Block block) {
        assertThatNoException().isThrownBy(() -> JsonMapper.shared().readTree(block.text()));
    }

    static Stream<Block> jsonIsWellFormed() {
        return Docs.blocks("json");
    }
}
