package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import io.backoff.testkit.Shop;
import io.backoff.testkit.Shop.HttpClient;
import io.backoff.testkit.Shop.Payments;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.util.ReflectionUtils;

/** Which policy a method is mapped to. */
class PolicyMappingTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Payments=a | refund | a",
                "Payments=a, Payments.refund=b | refund | b",
                "Payments.refund=b, Payments=a | charge | a",
                "Payments.charge=a | refund | ",
                "HttpClient=b | call | b",
                "Client=b | call | b",
                "Client.call=b | call | b",
                "Client=a, HttpClient.call=b | call | b",
                "Client.call=a, HttpClient=b | call | a",
                "Client.call=a, HttpClient.call=b | call | b",
                "shop=b | call | b",
                "shop=a, Client=b | call | b",
                "httpclient.call=b | call | b",
                "Client=b, client=a | call | b",
                "http-client=b | call | b",
                "Object=b | call | ",
            })
    void theMostSpecificKeyDecides(String entries, String method, String policy) {
        Class<?> type = method.equals("call") ? HttpClient.class : Payments.class;
        var found = ReflectionUtils.findMethod(type, method, (Class<?>[]) null);
        assertThat(mapping(entries).of(found, type, "shop")).isEqualTo(policy);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Client.call=a | Client",
                "Client=b | Client",
                "HttpClient=b | ",
            })
    void generatedClientsHaveTheNameOfTheirInterface(String entries, String expected) {
        var method = ReflectionUtils.findMethod(Shop.Client.class, "call");
        assertThat(mapping(entries).of(method, Shop.Client.class, null) != null).isEqualTo(expected != null);
    }

    private static PolicyMapping mapping(String entries) {
        Map<String, String> policies = new LinkedHashMap<>();
        for (String each : entries.split(", ")) {
            policies.put(each.split("=")[0], each.split("=")[1]);
        }
        Map<String, BackoffPolicy> known = new LinkedHashMap<>();
        known.put("a", null);
        known.put("b", null);
        return new PolicyMapping(policies, new BackoffPolicies(() -> known), new MockEnvironment());
    }
}
