package import ProtectionTerms

/// A fault, written `CODE:WHAT`, that `serve` answers with to test an app's error handling.
package struct InjectedFault: Hashable, Sendable {
    /// The effect of a fault.
    enum Effect: Hashable, Sendable {
        /// An HTTP status without a body.
        case status(Int)
        /// A published error number.
        case number(Int)
        /// A denied entitlement, or a denied license of NAGRA.
        case denied
        /// A CKC with another key or another IV.
        case otherKey, otherIV
        /// A refusal of every license except the first for an asset id.
        case refused
    }

    /// The step at which the app sees the fault.
    let step: FlowStep
    /// The effect.
    let effect: Effect
    /// Indicates whether the fault occurs only once.
    let isOnce: Bool

    /// Reads a fault.
    ///
    /// - Parameters:
    ///   - text: the text `CODE:WHAT`, such as `R07:-42589` or `R03:denied`.
    ///   - isOnce: true if the fault occurs only once.
    ///   - flows: the flows whose servers inject it.
    /// - Throws: `InjectedFaultError` for a malformed fault, or one that is not possible in any of the flows.
    package init(_ text: String, isOnce: Bool, flows: [LicenseFlow]) throws(InjectedFaultError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let names = flows.map(\.rawValue).joined(separator: ", ")
        let step = FlowStep(rawValue: String(parts.first ?? ""))
        let possible = step.map { step in flows.compactMap { PossibleFaults($0, at: step) } } ?? []
        guard parts.count == 2, let step, !possible.isEmpty else {
            let codes = FlowStep.allCases.filter { step in
                flows.contains { PossibleFaults($0, at: step) != nil }
            }
            .map(\.rawValue)
            .joined(separator: ", ")
            throw InjectedFaultError(
                reason:
                    "\(text) is not a fault of \(CommandOption.flow) \(names) (expected CODE:WHAT with one of \(codes))"
            )
        }
        guard let effect = possible.compactMap({ $0.effect(String(parts[1])) }).first else {
            let effectNames = possible.flatMap(\.effectNames).reduce(into: [String]()) { words, word in
                if !words.contains(word) { words.append(word) }
            }
            throw InjectedFaultError(
                reason: "\(text) is not a fault of \(step.rawValue) with \(CommandOption.flow) \(names) "
                    + "(expected \(effectNames.joined(separator: ", ")))"
            )
        }
        self.step = step
        self.effect = effect
        self.isOnce = isOnce
    }

    /// Indicates whether the servers of a flow can inject this fault.
    func canHappen(in flow: LicenseFlow) -> Bool {
        PossibleFaults(flow, at: step)?.contains(effect) == true
    }
}

/// The refusal of a fault that is malformed or not possible.
package struct InjectedFaultError: Error, Sendable, CustomStringConvertible {
    /// The message: found and expected.
    let reason: String
    /// The ``reason``.
    package var description: String { reason }
}
