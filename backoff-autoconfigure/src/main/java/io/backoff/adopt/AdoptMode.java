package io.backoff.adopt;

/** What is done with the calls that other libraries retry. */
public enum AdoptMode {

    /** Nothing. */
    OFF,

    /** They are counted. */
    OBSERVE,

    /** They are counted, and their retries need the permission of a budget and of the callee. */
    GOVERN
}
