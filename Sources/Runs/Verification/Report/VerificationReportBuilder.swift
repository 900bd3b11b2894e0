import FoundationEssentials
import HLSPlaylists
import Inspection
import KeyStore
import MediaProbing
import Presentations
import SampleEncryption

/// Builds the report of a run from the results of the renditions.
struct VerificationReportBuilder {
    let presentation: Presentation
    let ordinals: MediaResourceOrdinals
    var findings: [Finding] = []
    /// The digests of the media of playlists, by absolute path, as far as they could be computed.
    private(set) var mediaDigests: [TreePath: [UInt8]] = [:]
    private let digestCheck: MediaDigestCheck
    private var renditions: [VerificationReport.RenditionLine] = []
    /// The first wrong bytes in media that have a known digest: these faults come from the source.
    private var sourceFaults: Set<MediaByte> = []

    /// The location of a byte in a media file.
    private struct MediaByte: Hashable {
        let file: [UInt8]
        let offset: UInt64

        /// Finds the first wrong byte of a finding about media, or returns nil for other findings.
        init?(_ finding: Finding) {
            guard let offset = finding.mediaOffset else { return nil }
            file = Array((finding.file ?? "").utf8)
            self.offset = offset
        }
    }

    init(_ presentation: Presentation, _ ordinals: MediaResourceOrdinals, _ digestCheck: MediaDigestCheck) {
        self.presentation = presentation
        self.ordinals = ordinals
        self.digestCheck = digestCheck
    }

    mutating func add(
        _ rendition: MediaRendition,
        _ renditionItems: VerificationItemBuilder.RenditionItems,
        _ checkedRendition: CheckedRendition
    ) throws(PresentationError) {
        var renditionFindings = renditionItems.findings + checkedRendition.findings
        if let finding = LowLatencyCheck.finding(rendition) { renditionFindings.append(finding) }
        renditionFindings += checkedRendition.sequenceFindings
        renditionFindings = Self.withoutRepetitions(renditionFindings)
        try downgradeCutFaults(in: &renditionFindings, of: rendition)
        // I-frames are parts of the media of other renditions, whose digests cover them.
        if renditionFindings.allSatisfy({ !$0.isError || $0.mediaOffset != nil }),
            !rendition.playlist.isIFramesOnly,
            let result = try digestResult(rendition, renditionItems, checkedRendition)
        {
            add(to: &renditionFindings, result)
            mediaDigests[TreePath(text: rendition.path.path(under: presentation.root))] = result.digest
        }
        findings += renditionFindings
        renditions.append(renditionLine(rendition, renditionItems, checkedRendition))
    }

    /// Turns errors into warnings if segments that were cut may cause them and the rendition is a known part.
    private func downgradeCutFaults(in renditionFindings: inout [Finding], of rendition: MediaRendition)
        throws(PresentationError)
    {
        for index in renditionFindings.indices
        where renditionFindings[index].isError && renditionFindings[index].mayBeOfCutSegments {
            guard try digestCheck.parts.isPart(rendition) else { return }
            renditionFindings[index].severity = .warning
            renditionFindings[index].message += "; rewrite removed segments, which can cause this"
        }
    }

    /// Adds the findings of the media digest check, or adapts the findings so far to a known digest.
    ///
    /// Media with a known digest are as they were when they were encrypted: their faults come from the
    /// source, and what only another packager might have intended is an error.
    private mutating func add(to renditionFindings: inout [Finding], _ result: MediaDigestCheck.Result) {
        guard result.isKnown else {
            // Media with other faults have another digest anyway.
            let hasFault = renditionFindings.contains(where: \.isError)
            renditionFindings += result.findings.filter { !hasFault || !$0.isError }
            return
        }
        for index in renditionFindings.indices {
            if renditionFindings[index].isError {
                if let byte = MediaByte(renditionFindings[index]) { sourceFaults.insert(byte) }
                Self.downgradeSourceFault(&renditionFindings[index])
            } else if renditionFindings[index].mayBeIntended {
                renditionFindings[index].severity = .error
            }
        }
    }

    /// Turns errors about I-frames into warnings if the segment that holds the I-frame has the same fault.
    ///
    /// A segment has a media digest, an I-frame range has none.
    private mutating func downgradeSourceFaultsOfIFrames() {
        let playlists = Set(
            presentation.renditions.filter(\.playlist.isIFramesOnly).map(\.path.description)
        )
        for index in findings.indices where findings[index].isError {
            guard playlists.contains(findings[index].playlist), let byte = MediaByte(findings[index]),
                sourceFaults.contains(byte)
            else { continue }
            Self.downgradeSourceFault(&findings[index])
        }
    }

    private static func downgradeSourceFault(_ finding: inout Finding) {
        finding.severity = .warning
        finding.message +=
            "; the media are unchanged since they were encrypted, so their source has this, too"
    }

    /// Returns the result of the media digest check, or nil if some media could not be read.
    private func digestResult(
        _ rendition: MediaRendition,
        _ renditionItems: VerificationItemBuilder.RenditionItems,
        _ checkedRendition: CheckedRendition
    ) throws(PresentationError) -> MediaDigestCheck.Result? {
        let positions = ordinals.uniqueWithOrdinals(checkedRendition.resources)
        guard positions.allSatisfy({ checkedRendition.resources[$0.index].mac != nil }) else { return nil }
        return try digestCheck.result(
            for: rendition,
            records: renditionItems.records,
            method: renditionItems.method,
            media: MediaDigest.withoutRepeatedSections(
                positions.lazy.map { Self.digestEntry(renditionItems.items, checkedRendition.resources, $0) }
            ),
            matchesSource: positions.allSatisfy { checkedRendition.resources[$0.index].matchesSource }
        )
    }

    mutating func report(source: String?, expectsClear: Bool) throws(PresentationError) -> VerificationReport
    {
        downgradeSourceFaultsOfIFrames()
        var allFindings = findings
        if !expectsClear, !renditions.contains(where: { $0.encrypted > 0 }),
            !allFindings.contains(where: \.isError)
        {
            allFindings.append(try nothingProtectedFinding())
        }
        let faultyPlaylists = Set(allFindings.filter(\.isError).map(\.playlist))
        return VerificationReport(
            playlist: presentation.entry.path(under: presentation.root),
            source: source,
            holds: faultyPlaylists.isEmpty,
            renditions: renditions.map { line in
                var line = line
                line.holds = !faultyPlaylists.contains(line.playlist)
                return line
            },
            findings: allFindings
        )
    }

    /// Creates the finding that no segment is encrypted.
    ///
    /// It is a warning if the presentation is a known part, from which the encrypted segments were cut.
    private func nothingProtectedFinding() throws(PresentationError) -> Finding {
        let isKnownPart = try digestCheck.parts.isPublishedWithPart(presentation.entry)
        return Finding(
            .notProtected,
            isKnownPart
                ? "no segment is encrypted: the encrypted ones are not in the part that was published"
                : "no segment is encrypted; give --clear if none should be, or --content-id if rewrite removed the encrypted ones",
            playlist: presentation.entry.description,
            severity: isKnownPart ? .warning : .error
        )
    }

    /// Removes repetitions of findings that say the same of every segment.
    private static func withoutRepetitions(_ findings: [Finding]) -> [Finding] {
        var seen: Set<[String]> = []
        return findings.filter { finding in
            let isGeneral =
                finding.rule == .notChecked
                || (finding.severity == .warning && [.signalling, .notProtected].contains(finding.rule))
            return !isGeneral || seen.insert([finding.rule.rawValue, finding.message]).inserted
        }
    }

    private static func digestEntry(
        _ items: VerificationItemList,
        _ resources: [CheckedMediaResource],
        _ position: (index: Int, ordinal: Int)
    ) -> MediaDigest.Entry {
        let resource = resources[position.index]
        let mac = MediaMAC(bytes: resource.mac?.bytes ?? [], length: resource.macCoveredLength)
        if resource.isFragmentedMP4Section {
            return MediaDigest.section(mac)
        }
        return MediaDigest.Entry(
            path: items.relativePath(position.index),
            ordinal: position.ordinal,
            mediaSequence: items.segment(position.index)?.mediaSequence,
            mac: mac
        )
    }

    private func renditionLine(
        _ rendition: MediaRendition,
        _ renditionItems: VerificationItemBuilder.RenditionItems,
        _ checkedRendition: CheckedRendition
    ) -> VerificationReport.RenditionLine {
        VerificationReport.RenditionLine(
            name: rendition.name,
            playlist: rendition.path.description,
            segments: rendition.playlist.segments.count { !$0.hasGap },
            encrypted: renditionItems.encryptedSegmentCount,
            bytes: checkedRendition.byteCount,
            keys: renditionItems.records.map { $0.keyID.uuidString.lowercased() },
            kinds: checkedRendition.kinds.map(\.description).sorted(),
            holds: true
        )
    }
}
