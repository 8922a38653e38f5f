package io.backoff.aot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.proxies;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.resource;

import io.backoff.aot.Dispatch.Confirmations;
import io.backoff.aot.Dispatch.Crate;
import io.backoff.aot.Dispatch.Customer;
import io.backoff.aot.Dispatch.Discount;
import io.backoff.aot.Dispatch.Line;
import io.backoff.aot.Dispatch.Order;
import io.backoff.aot.Dispatch.Parcel;
import io.backoff.aot.Dispatch.Partner;
import io.backoff.aot.Dispatch.Post;
import io.backoff.aot.Dispatch.Receipt;
import io.backoff.aot.Dispatch.Remark;
import io.backoff.aot.Dispatch.Stamp;
import io.backoff.aot.Dispatch.Weight;
import io.backoff.redelivery.Redeliver;
import io.backoff.testkit.AheadOfTime;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;

/** The hints for a native image about calls and keys stored in a database. */
class RedeliveryHintsTests {

    private static RuntimeHints hints;

    @BeforeAll
    static void build() {
        var properties = Map.<String, Object>of("management.endpoints.web.exposure.include", "backoffredeliveries");
        hints = AheadOfTime.build(Dispatch.class, properties).hints();
    }

    @Test
    void nameMethodsThatAreCalledOutOfTheDatabase() {
        assertThat(reflection().onMethodInvocation(Partner.class, "confirm")).accepts(hints);
        assertThat(reflection().onMethodInvocation(Confirmations.class, "confirm"))
                .accepts(hints);
        assertThat(reflection().onMethodInvocation(Post.class, "send")).accepts(hints);
        assertThat(proxies().forInterfaces(Redeliver.class)).accepts(hints);
    }

    /**
     * Hints exist for parameters, their components, elements of lists, maps and arrays, and the types that a subclass
     * substitutes for a type variable.
     */
    @ParameterizedTest
    @ValueSource(
            classes = {Order.class, Customer.class, Line.class, Discount.class, Remark.class, Crate.class, Parcel.class
            })
    void nameAllThatArgumentsConsistOf(Class<?> record) throws Exception {
        assertThat(reflection().onType(record).withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS))
                .accepts(hints);
        for (var component : record.getRecordComponents()) {
            assertThat(reflection().onMethodInvocation(component.getAccessor())).accepts(hints);
        }
    }

    @Test
    void nameTheResultsThatDuplicatesGet() {
        assertThat(reflection().onType(Receipt.class).withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS))
                .accepts(hints);
        assertThat(reflection().onMethodInvocation(Stamp.class, "text")).accepts(hints);
        assertThat(reflection().onMethodInvocation(Weight.class, "grams")).accepts(hints);
    }

    @ParameterizedTest
    @CsvSource({"redelivery, h2", "redelivery, postgresql", "idempotency/jdbc, h2", "idempotency/jdbc, mysql"})
    void nameTheScriptsThatCreateTables(String leaf, String platform) {
        assertThat(resource().forResource("io/backoff/" + leaf + "/schema-" + platform + ".sql"))
                .accepts(hints);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.backoff.redelivery.call.StoredCall",
                "io.backoff.redelivery.call.StoredCall$Attempts",
                "io.backoff.redelivery.call.StoredCall$Parking",
                "io.backoff.classify.RetryCause",
                "java.time.Ser"
            })
    void nameWhatIsSerializedWithoutJson(String type) {
        assertThat(reflection().onJavaSerialization(TypeReference.of(type), true))
                .accepts(hints);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redelivery.endpoint.RedeliveryEndpoint$Report",
                "redelivery.endpoint.RedeliveryEndpoint$Delivery",
                "redelivery.endpoint.RedeliveryEndpoint$Redriven",
                "redelivery.endpoint.RedeliveryEndpoint$Deleted",
                "redelivery.endpoint.RedeliveryEndpoint$Paused",
                "redelivery.call.DeadLetter"
            })
    void nameWhatTheEndpointWrites(String record) {
        assertThat(reflection().onType(TypeReference.of("io.backoff." + record)))
                .accepts(hints);
    }
}
