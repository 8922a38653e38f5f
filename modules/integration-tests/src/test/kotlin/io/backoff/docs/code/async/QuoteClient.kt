package io.backoff.docs.code.async

import io.backoff.Backoff
import org.springframework.web.reactive.function.client.WebClient
import org.springframework.web.reactive.function.client.awaitBody

/** Asynchronous calls: suspend functions. */
open class QuoteClient(private val web: WebClient) {

    @Backoff("quotes")
    open suspend fun quote(item: String): Quote =
        web.get().uri("/quotes/{item}", item).retrieve().awaitBody()

    data class Quote(val item: String, val cents: Long)
}
