import KeyRecordFormats
import KeyStore
import Presentations
import ProtectionTerms

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

    /// Whether it was walked.
    var isWalked: Bool { count > 0 }

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

    /// Compares a key of the exported file with the record of a key line; adds an error where they differ, once.
    ///
    /// - Parameters:
    ///   - exported: the key in the file.
    ///   - record: the record.
    ///   - key: the key line; of an identity key the IV is the playlist's affair.
    /// - Returns: whether key, IV and key id are those of the record, as far as the file has them.
    mutating func compare(_ exported: ExportedKey, with record: KeyRecord, of key: KeyUse) -> Bool {
        let other =
            exported.key.map { $0 != record.key } == true
            ? "key"
            : key.key.system != .identity && exported.iv.map { $0 != record.iv } == true
                ? "IV" : exported.keyID.map { $0 != record.keyID } == true ? "key id" : nil
        guard let other else { return true }
        fail(
            at: exported.place,
            "the export has another \(other) (\(exported.words)) than that of the key line \(key.place) (\(record.identity))",
            remedy: "Export the generation that is published."
        )
        return false
    }

    /// Notes why there was nothing to do.
    mutating func skip(_ reason: String) {
        if skipReason == nil { skipReason = reason }
    }

    /// The report of the step.
    ///
    /// - Parameters:
    ///   - step: its code.
    ///   - title: its title.
    ///   - failed: the first step that does not hold; nil where all do.
    /// - Returns: the report.
    func report(_ step: FlowStep, title: String, after failed: FlowStep?) -> StepReport {
        let isSkipped = !isWalked && findings.isEmpty
        let isLater = failed.map { $0.rawValue < step.rawValue } ?? false
        return StepReport(
            code: step,
            title: title,
            outcome: isSkipped ? .skipped : holds ? .holds : .fails,
            count: count,
            asked: asked,
            came: isSkipped ? skipReason ?? (isLater ? "a step before it failed" : "nothing to do") : came,
            findings: findings
        )
    }
}
