import KeyRecordFormats
import KeyStore
import Rehearsal
import TextFormats

/// The check that key and policy in the exported file match the key record (steps R08 and R09 of FairPlay).
struct LookupStep {
    let subject: FlowInput
    /// The exported file, or nil if only an external license server has it.
    let export: ExportedFile?
    private var policies = PolicyStep()
    private var policedKeys: Set<Int> = []

    init(_ subject: FlowInput, _ export: ExportedFile?) {
        self.subject = subject
        self.export = export
    }

    /// Checks the key that was found for an asset id.
    ///
    /// - Parameters:
    ///   - found: the key in the file, or nil if no file is given.
    ///   - asking: the asset id.
    ///   - records: the steps to add results to.
    /// - Returns: true if the file has the key, IV and key id of the record, or if there is nothing to
    ///   compare.
    mutating func check(
        _ found: KSMLookup.Found?,
        _ asking: AssetIDStep.Asking,
        _ records: inout StepResults
    ) -> Bool {
        guard let found else {
            records[.lookup].skip("no export is given: the license server looks the key up itself")
            records[.policy].skip("no export is given")
            return true
        }
        records[.lookup].countRun(
            request: "asset id of \(CountText.text(asking.assetID.count, "byte"))"
                + (asking.rule.map { ", rule \($0)" } ?? ""),
            result: "\(found.exported.description) at \(found.exported.location)"
        )
        let known = subject.known[asking.key]
        let isRight =
            known.map {
                records[.lookup].compare(found.exported, with: $0.record, of: subject.keys[asking.key])
            } ?? true
        if policedKeys.insert(asking.key).inserted {
            policies.check(
                found.exported,
                recordTerms: isRight ? known?.terms : nil,
                said: export?.policyTerms,
                isForFairPlay: true
            )
            records[.policy] = policies.record
        }
        return isRight
    }
}
