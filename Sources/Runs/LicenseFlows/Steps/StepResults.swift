import ProtectionTerms

/// The results of all steps while the flow runs; a step that has not started is empty and holds.
struct StepResults {
    private var results: [FlowStep: StepResult] = [:]

    subscript(step: FlowStep) -> StepResult {
        get { results[step] ?? StepResult() }
        _modify { yield &results[step, default: StepResult()] }
    }

    /// Replaces steps with those that another part of the flow ran.
    mutating func merge(_ other: StepResults) {
        results.merge(other.results) { $1 }
    }

    /// The message of the first error, or nil if there is none.
    var firstError: String? {
        results.sorted { $0.key.rawValue < $1.key.rawValue }
            .flatMap(\.value.findings).first { $0.severity == .error }?.message
    }

    /// Indicates whether all keys of a flow were delivered: no step before the segments failed, except
    /// policy.
    func deliveredAllKeys(of flow: LicenseFlow) -> Bool {
        flow.steps.prefix { $0 != .segments }.allSatisfy { $0 == .policy || self[$0].holds }
    }

    /// Creates the reports of steps, in order, with their titles in a flow.
    ///
    /// A flow with a segment step fails if no segment was decrypted and no step gives a reason.
    func reports(of steps: [FlowStep], in flow: LicenseFlow) -> [StepReport] {
        let failed = steps.first { !self[$0].holds }
        return steps.map { step in
            var result = self[step]
            if step == .segments, failed == nil, !result.hasRun {
                result.fail(
                    at: nil,
                    "no key was received, and no segment was decrypted",
                    remedy: "Rehearse the flow that the app uses (\(CommandOption.flow))."
                )
            }
            return result.report(step, title: flow.title(of: step), after: failed)
        }
    }
}
