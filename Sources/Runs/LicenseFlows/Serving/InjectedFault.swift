package import ProtectionTerms

/// A fault that `serve` answers with, so that an app's error paths are seen: `CODE:WHAT`.
package struct InjectedFault: Hashable, Sendable {
    /// What happens.
    package enum Effect: Hashable, Sendable {
        /// An HTTP status, without a body.
        case status(Int)
        /// The public number of a refusal.
        case number(Int)
        /// An entitlement, or a license of NAGRA's, that is denied.
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

    /// Reads a fault.
    ///
    /// - Parameters:
    ///   - text: `CODE:WHAT`, such as `R07:-42589` or `R03:denied`.
    ///   - isOnce: whether it happens the first time alone.
    ///   - flows: the flows whose servers answer with it.
    /// - Throws: `InjectedFaultError` with what is expected, also for a fault that none of the flows can have.
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
                reason: "\(text) is no fault of --flow \(names) (expected CODE:WHAT with one of \(codes))"
            )
        }
        guard let effect = possible.compactMap({ $0.effect(String(parts[1])) }).first else {
            let words = possible.flatMap(\.words).reduce(into: [String]()) { words, word in
                if !words.contains(word) { words.append(word) }
            }
            throw InjectedFaultError(
                reason: "\(text) is no fault of \(step.rawValue) with --flow \(names) "
                    + "(expected \(words.joined(separator: ", ")))"
            )
        }
        self.step = step
        self.effect = effect
        self.isOnce = isOnce
    }

    /// Whether the servers of a flow can answer with it.
    func canHappen(in flow: LicenseFlow) -> Bool {
        PossibleFaults(flow, at: step)?.contains(effect) == true
    }
}
