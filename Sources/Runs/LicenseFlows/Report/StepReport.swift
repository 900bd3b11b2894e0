/// The result of one step of a license flow for all keys.
package struct StepReport: Hashable, Codable, Sendable {
    /// The outcome of a step.
    package enum Outcome: String, Codable, Sendable {
        case holds, fails
        /// The step did not run: an earlier step failed, or there was nothing to do.
        case skipped
    }

    /// The code.
    package let code: FlowStep
    /// The title of the step in its flow.
    package let title: String
    /// The outcome.
    package let outcome: Outcome
    /// The number of times that the step ran: once for each key and asset id rule.
    package let count: Int
    /// A description of the first request.
    package let asked: String
    /// A description of the first result, or the reason why the step did not run.
    package let came: String
    /// The findings.
    package let findings: [FlowFinding]
}
