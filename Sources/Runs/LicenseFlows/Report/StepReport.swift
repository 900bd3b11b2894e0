/// One step of a license flow, as it was walked for all keys.
package struct StepReport: Hashable, Codable, Sendable {
    /// How a step ended.
    package enum Outcome: String, Codable, Sendable {
        case holds, fails
        /// It was not walked: a step before it failed, or there was nothing to do.
        case skipped
    }

    /// Its code.
    package let code: FlowStep
    /// Its title.
    package let title: String
    /// How it ended.
    package let outcome: Outcome
    /// The number of times that it was walked: keys, and rules by which they are asked for.
    package let count: Int
    /// What was asked the first time.
    package let asked: String
    /// What came the first time; why it was not walked.
    package let came: String
    /// What was found.
    package let findings: [FlowFinding]
}
