import Inspection
import KeyStore
import Presentations
import ProtectionTerms
import Verification

/// R11: every segment of every rendition, decrypted with the keys that licenses delivered.
struct SegmentStep {
    /// What was found about media; key lines and key ids are the affair of other steps, and other lines of playlists of the linter.
    private static let rules: Set<Finding.Rule> = [
        .media, .decryption, .repeatedVector, .stream, .signalling, .order, .notChecked, .exposedKey,
        .mediaDigest,
        .sourceMedia, .sourcePlaylist,
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
    ///   - keyLinesHold: whether nothing was told of key lines, which make a playlist another than its source.
    /// - Returns: the step, and what was found of key lines and key ids, for the step that they belong to.
    /// - Throws: `PresentationError` for what cannot be looked at.
    func walk(
        with keys: LicensedKeys,
        isWhole: Bool,
        keyLinesHold: Bool
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
            guard Self.rules.contains(finding.rule), keyLinesHold || finding.rule != .sourcePlaylist else {
                continue
            }
            record.fail(at: finding.place, finding.words, remedy: Self.remedy(for: finding.rule))
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

    private static func remedy(for rule: Finding.Rule) -> String {
        switch rule {
        case .sourceMedia, .sourcePlaylist: "Give the source that was protected, or protect it again."
        case .mediaDigest: "Publish the title again: these are not the media that the key was used on."
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
