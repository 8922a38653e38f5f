package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.Docs;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The documented fields are those of the endpoint's responses. */
class EndpointTablesTests {

    @ParameterizedTest
    @CsvSource({
        "operations.md, field of a policy, actuate.PolicyReport",
        "operations.md, field of an adopted method, adopt.AdoptedReport",
        "operations.md, field of a budget, actuate.BudgetReport",
        "operations.md, field of a change, actuate.ChangeReport",
        "operations.md, field of a dry run, dryrun.DryRunReport"
    })
    void areComplete(String page, String header, String report) throws ClassNotFoundException {
        RecordComponent[] fields = Class.forName("io.backoff." + report).getRecordComponents();
        assertThat(Docs.table(Docs.GUIDE.resolve(page), header).rows())
                .flatExtracting(row -> Docs.code(row.get(0)))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(fields).map(RecordComponent::getName).toList());
    }
}
