import CommonEncryption
import Inspection
import SampleEncryption
import TransportStreams

/// The result of a verification item that was read sample by sample.
struct InvariantResult {
    let target: VerificationItem
    let container: InvariantReader.Container
    /// The syntax check of the bytes as they are in the file.
    let shape: SegmentSyntax
    let sourceShape: SegmentSyntax?
    let counters: SegmentCounters
    let sourceCounters: SegmentCounters?
    /// All program maps of the item.
    let programMaps: [ProgramMapTable]
    let sourceProgramMaps: [ProgramMapTable]
    let audioDescription: AudioSetupInformation?
    /// The audio setup information of the decrypted frames by PID, or by nil for packed audio.
    let setups: [PacketIdentifier?: AudioSetupInformation]
    let samplesFault: SyntaxFault?
    /// A fault of the samples that is possible but not certain.
    let samplesDoubt: SyntaxFault?
    /// The reason why the item could not be read to its end, or nil if it was.
    let failure: SampleEncryptionError?
    let difference: InvariantComparison.Difference?
    let sourceFailure: VerificationFailure?

    /// Indicates whether the item was compared with a source and is equal.
    private var isSource: Bool {
        target.source != nil && sourceFailure == nil && difference == nil && failure == nil
    }

    /// Copies the result into the outcome of the item.
    func write(to outcome: inout VerificationItemChecker.Outcome) {
        outcome.clearLength = shape.length
        outcome.kind = shape.kind
        outcome.start = shape.start
        outcome.counters = counters
        outcome.sourceCounters = sourceCounters
        outcome.isSource = isSource
        outcome.findings += streamFindings + sourceFindings
        // An item that cannot be read completely says little of its tables.
        guard failure == nil else { return }
        outcome.findings += SignallingCheck.findings(self)
    }

    /// The findings about syntax: of the bytes in the file, and of the decrypted samples.
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
            finding.isOfKeyID = failure.isKeyIDMismatch
            findings.append(finding)
        }
        // For clear items, `shape` has all syntax faults.
        return target.hasEncryptedSamples ? findings + sampleFindings : findings
    }

    private var sampleFindings: [Finding] {
        var findings: [Finding] = []
        if let fault = samplesFault {
            var finding = target.finding(
                .stream,
                "\(fault): wrong key or IV, or changed media",
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
