package io.backoff.failure;

import static io.backoff.testkit.Membership.BOTH;
import static io.backoff.testkit.Membership.NEITHER;
import static io.backoff.testkit.Membership.PERMANENT;
import static io.backoff.testkit.Membership.TRANSIENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.backoff.RetryAfter;
import io.backoff.testkit.Membership;
import java.io.ByteArrayInputStream;
import java.io.CharConversionException;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.xml.parsers.SAXParserFactory;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/** The groups of the failures of the JDK. */
class JdkFailureTests {

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource({"inputAndOutput", "mistakes", "others"})
    void belongsToItsGroup(Class<? extends Exception> type, Membership group, ThrowingCallable code) {
        assertThat(Application.groupOf(Caught.exception(type, code))).isEqualTo(group);
    }

    static Stream<Arguments> inputAndOutput() {
        return Stream.of(
                failing(IOException.class, TRANSIENT, InputStream.nullInputStream()::reset),
                failing(EOFException.class, TRANSIENT, new DataInputStream(InputStream.nullInputStream())::readInt),
                failing(NoSuchFileException.class, TRANSIENT, () -> Files.size(Path.of("absent"))),
                failing(TimeoutException.class, TRANSIENT, () -> new CompletableFuture<>().get(0, TimeUnit.SECONDS)),
                failing(FileNotFoundException.class, NEITHER, () -> new FileInputStream("absent").close()),
                failing(CharConversionException.class, NEITHER, JdkFailureTests::parseBrokenText),
                failing(
                        MalformedURLException.class,
                        NEITHER,
                        () -> URI.create("unknown:/").toURL()));
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                failing(NullPointerException.class, PERMANENT, () -> Objects.requireNonNull(null)),
                failing(ClassCastException.class, PERMANENT, () -> Integer.class.cast("text")),
                failing(IllegalArgumentException.class, PERMANENT, () -> UUID.fromString("text")),
                failing(NumberFormatException.class, PERMANENT, () -> Integer.parseInt("text")),
                failing(InvalidPathException.class, PERMANENT, () -> Path.of("\0")),
                failing(IndexOutOfBoundsException.class, PERMANENT, () -> "text".charAt(4)),
                failing(ArithmeticException.class, PERMANENT, () -> Math.addExact(Integer.MAX_VALUE, 1)),
                failing(
                        UnsupportedOperationException.class,
                        PERMANENT,
                        () -> List.of().add(null)),
                failing(NegativeArraySizeException.class, PERMANENT, () -> Array.newInstance(int.class, -1)),
                failing(ArrayStoreException.class, PERMANENT, () -> List.of(1).toArray(new String[1])));
    }

    static Stream<Arguments> others() {
        return Stream.of(
                failing(
                        IllegalStateException.class,
                        NEITHER,
                        () -> new ArrayDeque<>().iterator().remove()),
                failing(NoSuchElementException.class, NEITHER, List.of().iterator()::next),
                failing(DateTimeParseException.class, NEITHER, () -> LocalDate.parse("today")),
                failing(ReflectiveOperationException.class, NEITHER, () -> Class.forName("Absent")),
                failing(UnresolvedAddressException.class, NEITHER, JdkFailureTests::connectToUnresolvedAddress));
    }

    @ParameterizedTest
    @MethodSource
    void belongsToTheGroupsOfItsCauses(Exception failure, Membership group) {
        assertThat(Application.groupOf(failure)).isEqualTo(group);
    }

    static Stream<Arguments> belongsToTheGroupsOfItsCauses() {
        return Stream.of(
                arguments(new IllegalStateException(new IOException()), TRANSIENT),
                arguments(new IllegalStateException(new ArithmeticException()), PERMANENT),
                arguments(new IOException(new FileNotFoundException()), TRANSIENT),
                arguments(new UncheckedIOException(new FileNotFoundException()), NEITHER),
                arguments(new ConnectException().initCause(new UnresolvedAddressException()), TRANSIENT),
                arguments(new IOException(new NullPointerException()), BOTH),
                arguments(new IllegalArgumentException(new IOException()), BOTH));
    }

    @Test
    void whateverNamesATimeIsTransient() {
        assertThat(Application.groupOf(new Busy())).isEqualTo(TRANSIENT);
    }

    private static Arguments failing(Class<? extends Exception> type, Membership group, ThrowingCallable code) {
        return arguments(type, group, code);
    }

    private static void parseBrokenText() throws Throwable {
        var text = new ByteArrayInputStream(new byte[] {(byte) 0xFF});
        var parser = SAXParserFactory.newInstance().newSAXParser();
        throw Caught.exception(SAXParseException.class, () -> parser.parse(text, new DefaultHandler()))
                .getCause();
    }

    private static void connectToUnresolvedAddress() throws IOException {
        SocketChannel.open(InetSocketAddress.createUnresolved("localhost", 1)).close();
    }

    private static final class Busy extends RuntimeException implements RetryAfter {

        private static final long serialVersionUID = 1L;

        @Override
        public Duration retryAfter() {
            return Duration.ofSeconds(1);
        }
    }
}
