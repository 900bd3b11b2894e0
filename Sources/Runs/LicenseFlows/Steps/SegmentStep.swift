import Failures
import HLSPlaylists
import Inspection
import KeyStore
import Presentations
import ProtectionTerms
import TextFormats
import Verification

/// The check that every segment of every rendition decrypts with the delivered keys (step R11).
struct SegmentStep {
    /// The verification rules about media; other steps check key lines and key ids, and the linter checks
    /// other playlist lines.
    private static let rules: Set<Finding.Rule> = [
        .media, .decryption, .repeatedIV, .stream, .signalling, .order, .notChecked, .exposedKey,
        .mediaDigest, .sourceMedia,
    ]

    let flow: LicenseFlow
    let request: LicenseFlowRequest
    let progress: any ProgressSink
    let cancellation: Cancellation

    /// Decrypts and checks all segments.
    ///
    /// - Parameters:
    ///   - keys: the delivered keys.
    ///   - isWhole: true if all keys of the flow were delivered; only then do key lines without a key fail
    ///     this step.
    ///   - presentation: the presentation.
    /// - Returns: the step, and the findings about key lines and key ids for the steps that check those.
    /// - Throws: `RunFailure` if the presentation cannot be read.
    func walk(
        with keys: LicensedKeys,
        isWhole: Bool,
        of presentation: Presentation
    ) throws(RunFailure) -> (result: StepResult, signalling: [Finding]) {
        var verification = VerificationRequest(playlist: request.playlist)
        verification.root = request.root
        verification.parameters = request.parameters
        verification.source = request.source
        verification.jobs = request.jobs
        verification.comparesPlaylists = false
        verification.systems = flow.systems
        verification.comparesKeyIDs = keys.hasAllKeyIDs
        verification.isLogged = false
        let report = try VerificationRun(
            verification,
            keys: keys,
            progress: progress,
            cancellation: cancellation
        )
        .execute()
        let isKeyID = { (finding: Finding) in
            finding.rule == .keyLine || finding.rule == .noRecord || (flow == .cenc && finding.isAboutKeyID)
        }
        let signalling = report.findings.filter { $0.isError && isKeyID($0) }
        var result = StepResult()
        let encrypted = report.renditions.reduce(0) { $0 + $1.encrypted }
        let bytes = report.renditions.reduce(UInt64(0)) { $0.addingReportingOverflow($1.bytes).partialValue }
        result.countRun(
            request:
                "\(CountText.text(encrypted, "encrypted segment")) of \(CountText.text(report.renditions.count, "rendition"))"
                + (request.source == nil ? "" : ", compared with the source"),
            result: "\(CountText.text(bytes, "byte")) read"
        )
        for finding in report.findings where finding.isError && !isKeyID(finding) {
            guard Self.rules.contains(finding.rule) else { continue }
            let isWarning = finding.rule == .mediaDigest && mayDiffer(finding.playlist, in: presentation)
            result.add(
                FlowFinding(
                    isWarning ? .warning : .error,
                    at: finding.location,
                    finding.detailedMessage,
                    remedy: Self.remedy(for: finding.rule)
                )
            )
        }
        // The counts exclude I-frame playlists, because players can play the presentation without them.
        for difference in report.otherCounts {
            result.fail(
                at: difference.segments == nil ? presentation.entry.description : difference.playlist,
                difference.segments.map {
                    "\(CountText.text($0, "segment")) (\(difference.expected) in the source)"
                }
                    ?? "the rendition \(difference.playlist) of the source is missing",
                remedy: Self.remedy(for: .sourceMedia)
            )
        }
        if isWhole, flow != .cenc {
            // Every requested key was delivered, so a key line without a key is one that no client requested.
            for finding in signalling where finding.rule == .keyLine || finding.rule == .noRecord {
                result.fail(
                    at: finding.location,
                    finding.detailedMessage,
                    remedy: Self.remedy(for: .signalling)
                )
            }
        }
        if isWhole, encrypted == 0 {
            result.fail(
                at: request.playlist,
                "no segment is encrypted",
                remedy: "Rehearse the protected presentation."
            )
        }
        return (result, signalling)
    }

    /// Indicates whether a rendition may legitimately differ from the media that the key store recorded.
    ///
    /// This is true for a live window, gaps and clear segments such as advertisements, and whenever a source
    /// is given, because the comparison with it is more precise. The difference is then only a warning.
    private func mayDiffer(_ playlist: String, in presentation: Presentation) -> Bool {
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
            "Publish the title again; if the playlist has only a part of it, or other media as well, give a source with the same media (\(CommandOption.source))."
        case .exposedKey:
            "Protect the title again with \(CommandOption.newKey): anyone who has the presentation has the key."
        case .notChecked: "Correct what is named, or protect the title again."
        case .order: "Publish the title again: segments do not follow each other."
        case .signalling: "Protect the title again: playlists and media contradict each other."
        case .media: "Restore the file, or publish the title again."
        default:
            "Export the generation of keys that encrypted the media, or protect the title again and export its new keys."
        }
    }
}
