import Ciphers
import LicenseMessages
import ProtectionTerms

/// The check of renewed licenses: the same key is requested again during playback (second half of step R12).
struct RenewalCheck {
    let key: KeyUse
    /// The longest target duration of the presentation, in seconds.
    let targetDuration: UInt64

    /// Compares a renewed license with the first one.
    ///
    /// - Parameters:
    ///   - answer: the license, or the reason why there is none.
    ///   - renewalReason: the reason for the request.
    ///   - first: the key of the first license.
    ///   - iv: the IV of the first license.
    ///   - result: the step to add results to.
    func check(
        _ answer: LicenseRenewalReason.Answer,
        _ renewalReason: LicenseRenewalReason,
        of first: ContentKey,
        _ iv: InitializationVector,
        _ result: inout StepResult
    ) {
        let renewed = answer.license
        let lease = renewed?.duration?.leaseSeconds ?? 0
        result.countRun(
            request: "the same key again, \(renewalReason.description)",
            result: renewed == nil
                ? "no license" : lease > 0 ? "the same key, lease \(lease) s" : "the same key, no lease"
        )
        if case .none(let reason) = answer {
            result.fail(
                at: key.location,
                (renewalReason == .renewal
                    ? "the license server gives no license a second time"
                    : "the license server gives no license again \(renewalReason.description)")
                    + ": \(reason)",
                remedy:
                    "Let it answer the same URI again: devices ask before a lease ends, and for AirPlay. A token in a URI opens one license."
            )
        }
        guard let renewed else { return }
        if renewed.key != first || renewed.iv != iv { Self.failOther(key, &result) }
        if lease > 0, UInt64(lease) < targetDuration {
            result.fail(
                at: key.location,
                "the lease of \(lease) s is shorter than a segment may be (\(targetDuration) s)",
                remedy: "Demand a longer one (keys policy \(CommandOption.lease))."
            )
        }
    }

    /// Adds the error that a later license has another key or IV.
    static func failOther(_ key: KeyUse, _ result: inout StepResult) {
        result.fail(
            at: key.location,
            "the second license has another key or IV than the first",
            remedy: "Let the license server look the key up, and never make one."
        )
    }
}
