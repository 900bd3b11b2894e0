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

/// A step while it is walked.
struct StepRecord {
    private(set) var count = 0
    private(set) var asked = ""
    private(set) var came = ""
    private(set) var findings: [FlowFinding] = []
    private var skipReason: String?

    /// A step that nothing was done for yet.
    init() {}

    /// A step that is not walked.
    init(skipped reason: String) { skipReason = reason }

    /// Whether no error was found.
    var holds: Bool { !findings.contains { $0.severity == .error } }

    /// Notes that the step was walked; what was asked and what came is kept of the first time.
    mutating func walk(asked: String, came: String) {
        if count == 0 { (self.asked, self.came) = (asked, came) }
        count += 1
    }

    /// Adds a finding, once.
    mutating func add(_ finding: FlowFinding) {
        if !findings.contains(finding) { findings.append(finding) }
    }

    /// Adds an error, once.
    mutating func fail(at place: String?, _ message: String, remedy: String) {
        add(FlowFinding(at: place, message, remedy: remedy))
    }

    /// Adds a warning, once.
    mutating func warn(at place: String?, _ message: String, remedy: String) {
        add(FlowFinding(.warning, at: place, message, remedy: remedy))
    }

    /// Notes why there was nothing to do.
    mutating func skip(_ reason: String) {
        if skipReason == nil { skipReason = reason }
    }

    func report(_ step: FlowStep, title: String) -> StepReport {
        let isSkipped = count == 0 && findings.isEmpty
        return StepReport(
            code: step,
            title: title,
            outcome: isSkipped ? .skipped : holds ? .holds : .fails,
            count: count,
            asked: asked,
            came: isSkipped ? skipReason ?? "a step before it failed" : came,
            findings: findings
        )
    }
}
