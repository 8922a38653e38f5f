package io.backoff.deadline

/** The time of calls of suspend functions. */
class SuspendDeadlineTests : DeadlineContract() {

    override fun ways(): List<Way> = listOf(SuspendWay)

    override fun furtherConfigurations(): List<Class<*>> = SuspendWay.configurations
}
