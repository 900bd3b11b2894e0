package import ProtectionTerms

/// What came of one license flow.
package struct FlowReport: Hashable, Codable, Sendable {
    /// The flow.
    package let flow: LicenseFlow
    /// Whether all steps hold that could be walked.
    package let holds: Bool
    /// The steps in their order.
    package let steps: [StepReport]
    /// The licenses that were asked for, at most ``exchangeLimit`` of them.
    package let exchanges: [LicenseExchange]
    /// What is not proven by it, in sentences.
    package let remarks: [String]

    /// The report of a flow that was walked.
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

    /// The most exchanges that a report lists.
    static let exchangeLimit = 200
}
