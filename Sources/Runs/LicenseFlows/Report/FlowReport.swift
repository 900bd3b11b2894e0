package import ProtectionTerms

/// The result of one license flow.
package struct FlowReport: Hashable, Codable, Sendable {
    /// The flow.
    package let flow: LicenseFlow
    /// Indicates whether no step failed.
    package let holds: Bool
    /// The steps in order.
    package let steps: [StepReport]
    /// The license requests and answers, at most ``exchangeLimit``.
    let exchanges: [LicenseExchange]
    /// Sentences about what this result does not prove.
    let remarks: [String]

    /// Creates a report, which holds if no step fails.
    init(
        _ flow: LicenseFlow,
        _ steps: [StepReport],
        exchanges: [LicenseExchange] = [],
        remarks: [String]
    ) {
        self.flow = flow
        holds = steps.allSatisfy { $0.outcome != .fails }
        self.steps = steps
        self.exchanges = exchanges
        self.remarks = remarks
    }

    /// The maximum number of exchanges in a report.
    static let exchangeLimit = 200
}
