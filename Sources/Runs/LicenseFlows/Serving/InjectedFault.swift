import EntitlementMessages
import LicenseMessages
import Rehearsal

/// A fault that `serve` answers with, so that an app's error paths are seen: `CODE:WHAT`.
package struct InjectedFault: Hashable, Sendable {
    /// What happens.
    package enum Effect: Hashable, Sendable {
        /// An HTTP status, without a body.
        case status(Int)
        /// The public number of a refusal.
        case number(Int)
        /// An entitlement that is denied.
        case denied
        /// A CKC with another key, or another IV.
        case otherKey, otherIV
        /// Every license but the first of an asset id.
        case refused
    }

    /// The step at which an app sees it.
    package let step: FlowStep
    /// What happens.
    package let effect: Effect
    /// Whether it happens the first time alone.
    package let isOnce: Bool

    /// The effects that a step can have, for messages.
    private static let effects: [FlowStep: String] = [
        .entitlement: "denied, an errorCode of NAGRA's such as 1007, or an HTTP status",
        .token: "a number of the token service such as -4010, or an HTTP status",
        .certificate: "an HTTP status",
        .request: "-42580, -42581, -42585, or an HTTP status",
        .opening: "a number of a KSM such as -42589, or an HTTP status",
        .lookup: "-42584, 4011, or an HTTP status",
        .answer: "key or iv",
        .renewal: "refused, for all licenses but the first of an asset id",
    ]

    /// Reads a fault.
    ///
    /// - Parameters:
    ///   - text: `CODE:WHAT`, such as `R07:-42589` or `R03:denied`.
    ///   - isOnce: whether it happens the first time alone.
    /// - Throws: `InjectedFaultError` with what is expected.
    package init(_ text: String, isOnce: Bool) throws(InjectedFaultError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let step = FlowStep(rawValue: String(parts[0])),
            let words = Self.effects[step]
        else {
            let codes = Self.effects.keys.map(\.rawValue).sorted().joined(separator: ", ")
            throw InjectedFaultError(reason: "\(text) is no fault (expected CODE:WHAT with one of \(codes))")
        }
        guard let effect = Self.effect(String(parts[1]), at: step) else {
            throw InjectedFaultError(reason: "\(text) is no fault of \(step.rawValue) (expected \(words))")
        }
        self.step = step
        self.effect = effect
        self.isOnce = isOnce
    }

    private static func effect(_ text: String, at step: FlowStep) -> Effect? {
        let number = Int(text)
        if step == .answer { return text == "key" ? .otherKey : text == "iv" ? .otherIV : nil }
        if step == .renewal { return text == "refused" ? .refused : nil }
        if let number, (400...599).contains(number) { return .status(number) }
        switch step {
        case .entitlement:
            if text == "denied" { return .denied }
            return number.flatMap { LicenseServiceError.Code(rawValue: $0) == nil ? nil : .number($0) }
        case .token: return number.flatMap { TokenRefusal.Code(rawValue: $0) == nil ? nil : .number($0) }
        case .request, .opening, .lookup:
            let isOfNAGRA =
                number.flatMap { LicenseServiceError.Code(rawValue: $0) }
                .map { LicenseServiceError.step(of: $0.rawValue) } == step
            let isOfKSM = number.flatMap { KSMStatus(rawValue: $0) } != nil
            return isOfNAGRA || isOfKSM ? number.map { .number($0) } : nil
        default: return nil
        }
    }
}

/// A fault that cannot be injected.
package struct InjectedFaultError: Error, Sendable, CustomStringConvertible {
    /// What was found, and what was expected.
    package let reason: String
    /// The same.
    package var description: String { reason }
}
