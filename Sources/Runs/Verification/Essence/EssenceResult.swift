import CommonEncryption
import Inspection
import SampleEncryption
import TransportStreams

/// What was found of a target that was read by its essence.
struct EssenceResult {
    let target: VerificationTarget
    let container: EssenceReader.Container
    /// The form of the bytes in the file.
    let shape: SegmentShape
    let sourceShape: SegmentShape?
    let counters: SegmentCounters
    let sourceCounters: SegmentCounters?
    /// All that the program map is in the target.
    let programMaps: [ProgramMapTable]
    let sourceProgramMaps: [ProgramMapTable]
    let audioDescription: AudioSetupInformation?
    /// What the decrypted frames say.
    let setups: [PacketIdentifier?: AudioSetupInformation]
    let samplesFault: StreamShapeFault?
    /// What may be wrong with them.
    let samplesDoubt: StreamShapeFault?
    /// Why the target could not be read to its end.
    let failure: SampleEncryptionError?
    let difference: EssenceComparison.Difference?
    let sourceFailure: TargetFailure?

    /// Whether the target was compared with a source and is it.
    private var isSource: Bool {
        target.source != nil && sourceFailure == nil && difference == nil && failure == nil
    }

    /// Hands over what was found.
    func fill(_ outcome: inout TargetChecker.Outcome) {
        outcome.clearLength = shape.length
        outcome.kind = shape.kind
        outcome.start = shape.start
        outcome.counters = counters
        outcome.sourceCounters = sourceCounters
        outcome.isSource = isSource
        outcome.findings += streamFindings + sourceFindings
        // What cannot be read as a whole says little of its tables.
        guard failure == nil else { return }
        outcome.findings += SignallingCheck.findings(self)
    }

    /// What is wrong with the form: of the bytes in the file if of them, else of what came out.
    private var streamFindings: [Finding] {
        var findings: [Finding] = []
        findings += target.findings(on: shape) { fault in
            let ofSource =
                [sourceShape?.fault].compactMap(\.self) + (sourceShape?.checksumFaults.map(\.first) ?? [])
            return isSource && ofSource.contains { $0.found == fault.found && $0.expected == fault.expected }
        }
        if shape.fault == nil, let failure {
            let (rule, message) = failure.finding
            var finding = target.finding(rule, message, offset: failure.offset)
            finding.isOfKeyID = failure.isOfKeyID
            findings.append(finding)
        }
        // Of a clear target the form of the bytes says all.
        return target.isSampleEncrypted ? findings + sampleFindings : findings
    }

    private var sampleFindings: [Finding] {
        var findings: [Finding] = []
        if let fault = samplesFault {
            var finding = target.finding(
                .stream,
                "\(fault): another key or IV, or changed media",
                offset: fault.offset,
                severity: isSource ? .warning : .error
            )
            finding.mediaOffset = target.fileOffset(of: fault.offset)
            findings.append(finding)
        }
        if let doubt = samplesDoubt, !isSource {
            findings.append(
                target.finding(.stream, "\(doubt)", offset: doubt.offset, severity: .warning)
            )
        }
        return findings
    }

    private var sourceFindings: [Finding] {
        if let sourceFailure { return [target.finding(sourceFailure.rule, sourceFailure.message)] }
        guard let difference else { return [] }
        return [target.finding(.sourceMedia, difference.message, offset: difference.offset)]
    }
}
