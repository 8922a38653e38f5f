package io.backoff.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrustedProxiesTests {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8,      10.0.0.0",
        "10.0.0.0/8,      10.255.255.255",
        "172.16.0.0/12,   172.31.255.255",
        "192.0.2.7,       192.0.2.7",
        "192.0.2.4/30,    192.0.2.7",
        "0.0.0.0/0,       203.0.113.9",
        "10.0.0.0/8,      ::ffff:10.1.2.3",
        "::1,             0:0:0:0:0:0:0:1",
        "fc00::/7,        fdff:ffff::1",
        "fe80::/10,       febf::1",
        "fe80::/10,       fe80::1%eth0",
        "2001:db8::/33,   2001:db8:7fff::",
        "::/0,            2001:db8::1",
        "fd00:8::/64,     [fd00:8::7]",
        "::1,             [::1]"
    })
    void contains(String range, String address) {
        assertThat(trusted(range).contains(address)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8,      9.255.255.255",
        "10.0.0.0/8,      11.0.0.0",
        "172.16.0.0/12,   172.32.0.0",
        "192.0.2.7,       192.0.2.6",
        "192.0.2.4/30,    192.0.2.8",
        "::1,             ::2",
        "fc00::/7,        fe00::1",
        "fe80::/10,       fec0::1",
        "2001:db8::/33,   2001:db8:8000::",
        "0.0.0.0/0,       2001:db8::1",
        "::/0,            203.0.113.9"
    })
    void containsNothingBeyondItsEnds(String range, String address) {
        assertThat(trusted(range).contains(address)).isFalse();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "localhost",
                "gateway.internal",
                "10",
                "10.0.0",
                "10.0.0.256",
                "010.0.0.1",
                "10.0.0.0.1",
                "010.0.0.0x",
                "10.0.0.1:80",
                "[10.0.0.1]",
                "[[::1]]",
                "[::1",
                "::1]",
                "[]",
                "[::1]:80",
                "g::1",
                ".::1",
                "::1::",
                "1:2:3:4:5:6:7:8:9",
                "cafe%:1",
                "10.0.0.1%eth0",
                "/10.0.0.1",
                "10.0.0.1, 10.0.0.2",
                "١٠.٠.٠.١"
            })
    void nothingElseIsAnAddress(String text) {
        assertThat(trusted("0.0.0.0/0", "::/0").contains(text)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "localhost,          not an IP address",
        "10.0.0/8,           not an IP address",
        "/8,                 not an IP address",
        "10.0.0.0/,          between 0 and 32",
        "10.0.0.0/33,        between 0 and 32",
        "10.0.0.0/-1,        between 0 and 32",
        "10.0.0.0/8/8,       between 0 and 32",
        "10.0.0.0/255.0.0.0, between 0 and 32",
        "fc00::/129,         between 0 and 128",
        "10.0.0.1/8,         begins at 10.0.0.0/8",
        "fc00::1/7,          begins at fc00:0:0:0:0:0:0:0/7"
    })
    void rejectsWhatIsNoRange(String text, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TrustedProxies.Range.parse(text))
                .withMessageContaining(reason);
    }

    private static TrustedProxies trusted(String... ranges) {
        List<TrustedProxies.Range> parsed =
                Stream.of(ranges).map(TrustedProxies.Range::parse).toList();
        return new TrustedProxies(parsed);
    }
}
