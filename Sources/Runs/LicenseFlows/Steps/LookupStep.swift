import KeyRecordFormats
import KeyStore
import Rehearsal
import TextFormats

/// The check that key and policy in the exported file match the key record (steps R08 and R09 of FairPlay).
struct LookupStep {
    let input: FlowInput
    /// The exported file, or nil if only an external license server has it.
    let export: ExportedFile?
    private var policies = PolicyStep()
    private var policyCheckedKeys: Set<Int> = []

    init(_ input: FlowInput, _ export: ExportedFile?) {
        self.input = input
        self.export = export
    }

    /// Checks the key that was found for an asset id.
    ///
    /// - Parameters:
    ///   - found: the key in the file, or nil if no file is given.
    ///   - requestedID: the asset id.
    ///   - results: the steps to add results to.
    /// - Returns: true if the file has the key, IV and key id of the record, or if there is nothing to
    ///   compare.
    mutating func check(
        _ found: KSMLookup.UsableKey?,
        _ requestedID: AssetIDStep.RequestedID,
        _ results: inout StepResults
    ) -> Bool {
        guard let found else {
            results[.lookup].skip("no export is given: the license server looks the key up itself")
            results[.policy].skip("no export is given")
            return true
        }
        results[.lookup].countRun(
            request: "asset id of \(CountText.text(requestedID.assetID.count, "byte"))"
                + (requestedID.rule.map { ", rule \($0)" } ?? ""),
            result: "\(found.exportedKey.description) at \(found.exportedKey.location)"
        )
        let known = input.knownKeys[requestedID.keyIndex]
        let matchesRecord =
            known.map {
                results[.lookup].compare(
                    found.exportedKey,
                    with: $0.record,
                    of: input.keys[requestedID.keyIndex]
                )
            } ?? true
        if policyCheckedKeys.insert(requestedID.keyIndex).inserted {
            policies.check(
                found.exportedKey,
                recordTerms: matchesRecord ? known?.terms : nil,
                expressibleTerms: export?.policyTerms,
                isForFairPlay: true
            )
            results[.policy] = policies.result
        }
        return matchesRecord
    }
}
