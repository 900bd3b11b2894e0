import ProtectionTerms

/// The steps of a flow while it is walked; one that nothing was done for yet is empty, and holds.
struct StepRecords {
    private var records: [FlowStep: StepRecord] = [:]

    subscript(step: FlowStep) -> StepRecord {
        get { records[step] ?? StepRecord() }
        _modify { yield &records[step, default: StepRecord()] }
    }

    /// Takes the steps over that another part of the flow walked.
    mutating func merge(_ other: StepRecords) {
        records.merge(other.records) { $1 }
    }

    /// The message of the first error; nil where all hold.
    var firstError: String? {
        records.sorted { $0.key.rawValue < $1.key.rawValue }
            .flatMap(\.value.findings).first { $0.severity == .error }?.message
    }

    /// Whether nothing went wrong on the way to the keys of a flow: then all of them were delivered.
    func deliveredAllKeys(of flow: LicenseFlow) -> Bool {
        flow.steps.prefix { $0 != .segments }.allSatisfy { $0 == .policy || self[$0].holds }
    }

    /// The reports of steps, in their order, with the titles that a flow has for them.
    ///
    /// A flow that is to decrypt segments, and neither did nor says why, does not hold.
    func reports(of steps: [FlowStep], in flow: LicenseFlow) -> [StepReport] {
        let failed = steps.first { !self[$0].holds }
        return steps.map { step in
            var record = self[step]
            if step == .segments, failed == nil, !record.isWalked {
                record.fail(
                    at: nil,
                    "no key came, and no segment was decrypted",
                    remedy: "Rehearse the flow that the app goes (--flow)."
                )
            }
            return record.report(step, title: flow.title(of: step), after: failed)
        }
    }
}
