import HLSPlaylists
import Inspection
import KeyStore
import Presentations
import ProtectionTerms
import TextFormats
import Verification

/// R11: every segment of every rendition, decrypted with the keys that licenses delivered.
struct SegmentStep {
    /// What was found about media; key lines and key ids are the affair of other steps, and other lines of playlists of the linter.
    private static let rules: Set<Finding.Rule> = [
        .media, .decryption, .repeatedVector, .stream, .signalling, .order, .notChecked, .exposedKey,
        .mediaDigest, .sourceMedia,
    ]

    let flow: LicenseFlow
    let request: LicenseFlowRequest
    let progress: any ProgressSink
    let cancellation: Cancellation

    /// Decrypts.
    ///
    /// - Parameters:
    ///   - keys: the keys that were delivered.
    ///   - isWhole: whether all keys of the flow were: only then are key lines that lead nowhere a fault of this step.
    ///   - presentation: the presentation.
    /// - Returns: the step, and what was found of key lines and key ids, for the step that they belong to.
    /// - Throws: `PresentationError` for what cannot be looked at.
    func walk(
        with keys: LicensedKeys,
        isWhole: Bool,
        of presentation: Presentation
    ) throws(PresentationError) -> (record: StepRecord, signalling: [Finding]) {
        var verification = VerificationRequest(playlist: request.playlist)
        verification.root = request.root
        verification.parameters = request.parameters
        verification.source = request.source
        verification.jobs = request.jobs
        verification.comparesPlaylists = false
        verification.systems = flow.systems
        verification.comparesKeyIDs = keys.haveIDs
        verification.isNoted = false
        let report = try VerificationRun(
            verification,
            keys: keys,
            progress: progress,
            cancellation: cancellation
        )
        .execute()
        let isKeyID = { (finding: Finding) in
            finding.rule == .keyLine || finding.rule == .noRecord || (flow == .cenc && finding.isOfKeyID)
        }
        let signalling = report.findings.filter { $0.isError && isKeyID($0) }
        var record = StepRecord()
        let encrypted = report.renditions.reduce(0) { $0 + $1.encrypted }
        let bytes = report.renditions.reduce(UInt64(0)) { $0.addingReportingOverflow($1.bytes).partialValue }
        record.walk(
            asked: "\(encrypted) encrypted segments of \(report.renditions.count) renditions"
                + (request.source == nil ? "" : ", compared with the source"),
            came: "\(bytes) bytes read"
        )
        for finding in report.findings where finding.isError && !isKeyID(finding) {
            guard Self.rules.contains(finding.rule) else { continue }
            let isWarning = finding.rule == .mediaDigest && mayBeOther(finding.playlist, in: presentation)
            record.add(
                FlowFinding(
                    isWarning ? .warning : .error,
                    at: finding.place,
                    finding.words,
                    remedy: Self.remedy(for: finding.rule)
                )
            )
        }
        // Players without I-frame playlists play the rest.
        for other in report.otherCounts {
            record.fail(
                at: other.segments == nil ? presentation.entry.description : other.playlist,
                other.segments.map { "\(CountText.text($0, "segment")) (\(other.expected) in the source)" }
                    ?? "the rendition \(other.playlist) of the source is not there",
                remedy: Self.remedy(for: .sourceMedia)
            )
        }
        if isWhole, flow != .cenc {
            // Each key of each line came: what none is found for now is none that a client had asked for.
            for finding in signalling where finding.rule == .keyLine || finding.rule == .noRecord {
                record.fail(at: finding.place, finding.words, remedy: Self.remedy(for: .signalling))
            }
        }
        if isWhole, encrypted == 0 {
            record.fail(
                at: request.playlist,
                "no segment is encrypted",
                remedy: "Rehearse the protected presentation."
            )
        }
        return (record, signalling)
    }

    /// Whether a rendition may have a part of the media that the key store knows as a whole, or others beside them: the source says more,
    /// and a live window, advertisements and gaps are as they should be.
    private func mayBeOther(_ playlist: String, in presentation: Presentation) -> Bool {
        guard request.source == nil,
            let rendition = presentation.renditions.first(where: { $0.path.description == playlist })
        else { return true }
        return !rendition.playlist.hasEndList
            || rendition.playlist.segments.contains { $0.hasGap || $0.keys.isEmpty }
    }

    private static func remedy(for rule: Finding.Rule) -> String {
        switch rule {
        case .sourceMedia: "Give the source that was protected, or protect it again."
        case .mediaDigest:
            "Publish the title again; if the playlist has a part of it or other media beside it, give the source of the same (--source)."
        case .exposedKey: "Protect the title again with --new-key: whoever has the presentation has the key."
        case .notChecked: "Correct what is named, or protect the title again."
        case .order: "Publish the title again: segments do not follow each other."
        case .signalling: "Protect the title again: playlists and media contradict each other."
        case .media: "Bring the file back, or publish the title again."
        default:
            "Export the keys of the generation that encrypted the media, or protect the title again and export then."
        }
    }
}
