package io.backoff.deadline

/** Attempts of suspend functions. */
class CutSuspensionTests : CutAttemptContract() {

    override fun ways(): List<AsyncWay> = listOf(SuspendWay)

    override fun furtherConfigurations(): List<Class<*>> = SuspendWay.configurations
}
