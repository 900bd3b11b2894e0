import CommonEncryption
import Inspection
import MediaSyntax
import SampleEncryption
import TransportStreams

/// The result of a verification item that was read sample by sample.
struct InvariantResult {
    let item: VerificationItem
    let container: InvariantReader.Container
    /// The syntax check of the bytes as they are in the file.
    let syntax: SegmentSyntax
    let sourceSyntax: SegmentSyntax?
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
    let possibleSamplesFault: SyntaxFault?
    /// The reason why the item could not be read to its end, or nil if it was.
    let failure: SampleEncryptionError?
    let difference: SourceDifference?
    let sourceFailure: VerificationFailure?

    /// Indicates whether the item was compared with a source and is equal.
    private var matchesSource: Bool {
        item.source != nil && sourceFailure == nil && difference == nil && failure == nil
    }

    /// Copies the result into the outcome of the item.
    func write(to outcome: inout VerificationItemChecker.Outcome) {
        outcome.checkedLength = syntax.length
        outcome.kind = syntax.kind
        outcome.start = syntax.start
        outcome.counters = counters
        outcome.sourceCounters = sourceCounters
        outcome.matchesSource = matchesSource
        outcome.findings += streamFindings + sourceFindings
        // An item that cannot be read completely says little of its tables.
        guard failure == nil else { return }
        outcome.findings += VerificationChecks.ofSampleItems.findings(on: self)
    }

    /// The findings about syntax: of the bytes in the file, and of the decrypted samples.
    private var streamFindings: [Finding] {
        var findings: [Finding] = []
        findings += item.findings(on: syntax) { fault in
            let sourceFaults =
                [sourceSyntax?.fault].compactMap(\.self) + (sourceSyntax?.checksumFaults.map(\.first) ?? [])
            return matchesSource
                && sourceFaults.contains { $0.found == fault.found && $0.expected == fault.expected }
        }
        if syntax.fault == nil, let failure {
            let (rule, message) = failure.finding
            var finding = item.finding(rule, message, offset: failure.offset)
            finding.isAboutKeyID = failure.isKeyIDMismatch
            findings.append(finding)
        }
        // For clear items, `syntax` has all syntax faults.
        return item.hasEncryptedSamples ? findings + sampleFindings : findings
    }

    private var sampleFindings: [Finding] {
        var findings: [Finding] = []
        if let fault = samplesFault {
            var finding = item.finding(
                .stream,
                "\(fault): wrong key or IV, or changed media",
                offset: fault.offset,
                severity: matchesSource ? .warning : .error
            )
            finding.mediaOffset = item.fileOffset(of: fault.offset)
            findings.append(finding)
        }
        if let possibleFault = possibleSamplesFault, !matchesSource {
            findings.append(
                item.finding(.stream, "\(possibleFault)", offset: possibleFault.offset, severity: .warning)
            )
        }
        return findings
    }

    private var sourceFindings: [Finding] {
        if let sourceFailure { return [item.finding(sourceFailure)] }
        return difference.map { [item.finding($0)] } ?? []
    }
}
