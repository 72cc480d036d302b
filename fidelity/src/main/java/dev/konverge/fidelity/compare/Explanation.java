package dev.konverge.fidelity.compare;

import java.util.regex.Pattern;

/**
 * Why some differences are left.
 *
 * @param id a short name
 * @param why the reason, for people
 * @param scenarios which scenarios it is about; patterns need to be found somewhere in what they are held against
 * @param step which steps
 * @param path which places
 * @param real what the real server answers there
 * @param ours what the embedded server answers there
 * @param spoilsTheRest whether what comes after it in a scenario cannot be compared: one server has an object that the other has not
 */
public record Explanation(
        String id,
        String why,
        Pattern scenarios,
        Pattern step,
        Pattern path,
        Pattern real,
        Pattern ours,
        boolean spoilsTheRest) {
    /** {@return whether it is about this difference} */
    public boolean covers(Difference difference) {
        return scenarios.matcher(difference.scenario()).find()
                && step.matcher(difference.step()).find()
                && path.matcher(difference.path()).find()
                && real.matcher(Difference.shown(difference.real())).find()
                && ours.matcher(Difference.shown(difference.ours())).find();
    }
}
