package io.backoff.http.client;

/** Reads the body of a problem+json response. */
@FunctionalInterface
interface ProblemReader {

    /** No more of a body than this is looked at. */
    int MAX_BYTES = 64 * 1024;

    /** Reads nothing: for want of a JSON library. */
    ProblemReader NONE = body -> Problem.SILENT;

    /** Reads the body. One that is malformed, or too long, says what it says up to there. */
    Problem read(byte[] body);
}
