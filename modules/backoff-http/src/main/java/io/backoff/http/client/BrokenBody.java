package io.backoff.http.client;

import io.backoff.text.CauseChain;
import java.io.CharConversionException;
import java.io.EOFException;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.UnknownHostException;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Tells a body that broke off while it was decoded from a complete one that cannot be decoded. */
final class BrokenBody {

    private static final List<String> PARSERS =
            List.of("com.fasterxml.jackson.", "tools.jackson.", "com.google.gson.", "com.squareup.moshi.");

    /** How parsers wrap other exceptions, such as I/O failures. */
    private static final Set<String> WRAPPERS = Set.of(
            "com.fasterxml.jackson.core.JsonParseException",
            "com.fasterxml.jackson.databind.JsonMappingException",
            "tools.jackson.core.exc.JacksonIOException",
            "tools.jackson.core.exc.StreamReadException",
            "com.google.gson.JsonIOException",
            "com.google.gson.JsonSyntaxException",
            "com.google.protobuf.InvalidProtocolBufferException",
            "com.google.protobuf.InvalidProtocolBufferException$InvalidWireTypeException");

    /** How Jackson reports the end of a body that breaks off, if the HTTP client does not. */
    private static final Set<String> ENDS = Set.of(
            "com.fasterxml.jackson.core.io.JsonEOFException", "tools.jackson.core.exc.UnexpectedEndOfInputException");

    private BrokenBody() {}

    /** Whether a body that broke off has caused the failure. */
    static boolean isCauseOf(Throwable failure) {
        return CauseChain.any(failure, BrokenBody::isEnd)
                || Boolean.TRUE.equals(CauseChain.first(failure, BrokenBody::isBreak));
    }

    private static boolean isEnd(Throwable cause) {
        return cause instanceof EOFException || ENDS.contains(cause.getClass().getName());
    }

    /**
     * Whether a cause is an I/O failure; {@code null} if the causes below it decide. An exception of a parser is none,
     * whatever its causes, unless it is a mere wrapper: a complete body may name an invalid URL or an unknown host.
     */
    private static @Nullable Boolean isBreak(Throwable cause) {
        String type = cause.getClass().getName();
        if (WRAPPERS.contains(type)) {
            return null;
        }
        if (PARSERS.stream().anyMatch(type::startsWith)) {
            return false;
        }
        return cause instanceof IOException
                ? !(cause instanceof CharacterCodingException
                        || cause instanceof CharConversionException
                        || cause instanceof MalformedURLException
                        || cause instanceof UnknownHostException
                        || cause instanceof ZipException)
                : null;
    }
}
