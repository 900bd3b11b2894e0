import KeyRecordFormats
import KeyStore
import Presentations
import ProtectionTerms

/// The result of a step while the flow runs.
struct StepResult {
    private(set) var count = 0
    private(set) var firstRequest = ""
    private(set) var firstResult = ""
    private(set) var findings: [FlowFinding] = []
    private var skipReason: String?

    /// Creates the result of a step that has not started.
    init() {}

    /// Creates the result of a skipped step.
    init(skipped reason: String) { skipReason = reason }

    /// Indicates whether the step ran.
    var hasRun: Bool { count > 0 }

    /// Indicates whether no error was found.
    var holds: Bool { !findings.contains { $0.severity == .error } }

    /// Counts one run of the step; descriptions of request and result are kept from the first run.
    mutating func countRun(request: String, result: String) {
        if count == 0 { (self.firstRequest, self.firstResult) = (request, result) }
        count += 1
    }

    /// Adds a finding unless it is present.
    mutating func add(_ finding: FlowFinding) {
        if !findings.contains(finding) { findings.append(finding) }
    }

    /// Adds an error unless it is present.
    mutating func fail(at location: String?, _ message: String, remedy: String) {
        add(FlowFinding(at: location, message, remedy: remedy))
    }

    /// Adds a warning unless it is present.
    mutating func warn(at location: String?, _ message: String, remedy: String) {
        add(FlowFinding(.warning, at: location, message, remedy: remedy))
    }

    /// Compares a key of the exported file with the record of a key line, and adds an error if they differ.
    ///
    /// - Parameters:
    ///   - exported: the key in the file.
    ///   - record: the key record.
    ///   - key: the key line; for identity keys the IV is not compared, because the playlist determines it.
    /// - Returns: true if key, IV and key id match, as far as the file has them.
    mutating func compare(_ exported: ExportedKey, with record: KeyRecord, of key: KeyUse) -> Bool {
        let difference =
            exported.key.map { $0 != record.key } == true
            ? "key"
            : key.key.system != .identity && exported.iv.map { $0 != record.iv } == true
                ? "IV" : exported.keyID.map { $0 != record.keyID } == true ? "key id" : nil
        guard let difference else { return true }
        fail(
            at: exported.location,
            "the export has another \(difference) (\(exported.description)) than that of the key line \(key.location) (\(record.identity))",
            remedy: "Export the generation that is published."
        )
        return false
    }

    /// Sets the reason for skipping the step, unless one is set.
    mutating func skip(_ reason: String) {
        if skipReason == nil { skipReason = reason }
    }

    /// Creates the report of the step; `failed` is the first failed step of the flow, or nil if none failed.
    func report(_ step: FlowStep, title: String, after failed: FlowStep?) -> StepReport {
        let isSkipped = !hasRun && findings.isEmpty
        let isAfterFailure = failed.map { $0.rawValue < step.rawValue } ?? false
        return StepReport(
            code: step,
            title: title,
            outcome: isSkipped ? .skipped : holds ? .holds : .fails,
            count: count,
            asked: firstRequest,
            came: isSkipped
                ? skipReason ?? (isAfterFailure ? "a step before it failed" : "nothing to do") : firstResult,
            findings: findings
        )
    }
}
