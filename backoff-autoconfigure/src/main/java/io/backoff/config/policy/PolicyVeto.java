package io.backoff.config.policy;

import io.backoff.method.InvalidBackoffException;
import io.backoff.policy.BackoffPolicy;
import java.util.List;

/**
 * The requirements that a feature has for the policies of its methods. A bean of this type rejects a change at run time
 * if the application would not start with the changed policy. The bean must exist once the application has started, even
 * with lazy initialization, because a change must not wait for the creation of beans.
 */
public interface PolicyVeto {

    /**
     * The fields that can cause a rejection, the most likely one first. A rejection names the first of them that has
     * changed.
     */
    List<String> fields();

    /**
     * Validates a policy that will replace the current policy of the same name.
     *
     * @throws InvalidBackoffException if a method cannot work under the policy
     */
    void check(BackoffPolicy policy);
}
