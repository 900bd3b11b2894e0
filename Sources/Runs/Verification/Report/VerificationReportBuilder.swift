import FoundationEssentials
import HLSPlaylists
import Inspection
import KeyStore
import MediaProbing
import Presentations

/// Builds the report of a run from the results of the renditions.
struct VerificationReportBuilder {
    let presentation: Presentation
    let ordinals: MediaResourceOrdinals
    var findings: [Finding] = []
    /// The digests of the media of playlists, by absolute path, as far as they could be computed.
    private(set) var mediaDigests: [TreePath: [UInt8]] = [:]
    private let digests: MediaDigestCheck
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

    init(_ presentation: Presentation, _ ordinals: MediaResourceOrdinals, _ digests: MediaDigestCheck) {
        self.presentation = presentation
        self.ordinals = ordinals
        self.digests = digests
    }

    mutating func add(
        _ rendition: MediaRendition,
        _ found: VerificationItemBuilder.Rendition,
        _ checked: CheckedRendition
    ) throws(PresentationError) {
        var own = found.findings + checked.findings
        if let finding = LowLatencyCheck.finding(rendition) { own.append(finding) }
        own += checked.sequenceFindings
        own = Self.withoutRepetitions(own)
        try downgradeCutFaults(in: &own, of: rendition)
        // I-frames are parts of the media of other renditions, whose digests cover them.
        if own.allSatisfy({ !$0.isError || $0.mediaOffset != nil }), !rendition.playlist.isIFramesOnly,
            let result = try digestResult(rendition, found, checked)
        {
            add(to: &own, result)
            mediaDigests[TreePath(text: rendition.path.path(under: presentation.root))] = result.digest
        }
        findings += own
        renditions.append(line(rendition, found, checked))
    }

    /// Turns errors into warnings if segments that were cut may cause them and the rendition is a known part.
    private func downgradeCutFaults(in own: inout [Finding], of rendition: MediaRendition)
        throws(PresentationError)
    {
        for index in own.indices where own[index].isError && own[index].mayBeOfCutSegments {
            guard try digests.parts.isPart(rendition) else { return }
            own[index].severity = .warning
            own[index].message += "; rewrite removed segments, which can cause this"
        }
    }

    /// Adds the findings of the media digest check, or adapts the findings so far to a known digest.
    ///
    /// Media with a known digest are as they were when they were encrypted: their faults come from the
    /// source, and what only another packager might have intended is an error.
    private mutating func add(to own: inout [Finding], _ result: MediaDigestCheck.Result) {
        guard result.isKnown else {
            // Media with other faults have another digest anyway.
            let hasFault = own.contains(where: \.isError)
            own += result.findings.filter { !hasFault || !$0.isError }
            return
        }
        for index in own.indices {
            if own[index].isError {
                if let byte = MediaByte(own[index]) { sourceFaults.insert(byte) }
                Self.downgradeSourceFault(&own[index])
            } else if own[index].mayBeForeign {
                own[index].severity = .error
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
        _ found: VerificationItemBuilder.Rendition,
        _ checked: CheckedRendition
    ) throws(PresentationError) -> MediaDigestCheck.Result? {
        let units = ordinals.uniqueWithOrdinals(checked.units)
        guard units.allSatisfy({ checked.units[$0.index].mac != nil }) else { return nil }
        return try digests.result(
            for: rendition,
            records: found.records,
            method: found.method,
            media: MediaDigest.withoutRepeatedSections(
                units.lazy.map { Self.digestUnit(found.targets, checked.units, $0) }
            ),
            isSource: units.allSatisfy { checked.units[$0.index].isSource }
        )
    }

    mutating func report(source: String?, isClear: Bool) throws(PresentationError) -> VerificationReport {
        downgradeSourceFaultsOfIFrames()
        var all = findings
        if !isClear, !renditions.contains(where: { $0.encrypted > 0 }), !all.contains(where: \.isError) {
            all.append(try nothingProtected())
        }
        let faulty = Set(all.filter(\.isError).map(\.playlist))
        return VerificationReport(
            playlist: presentation.entry.path(under: presentation.root),
            source: source,
            holds: faulty.isEmpty,
            renditions: renditions.map { line in
                var line = line
                line.holds = !faulty.contains(line.playlist)
                return line
            },
            findings: all
        )
    }

    /// Creates the finding that no segment is encrypted.
    ///
    /// It is a warning if the presentation is a known part, from which the encrypted segments were cut.
    private func nothingProtected() throws(PresentationError) -> Finding {
        let isKnownPart = try digests.parts.isPublishedWithPart(presentation.entry)
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

    private static func digestUnit(
        _ targets: VerificationItemList,
        _ units: [CheckedMediaResource],
        _ unit: (index: Int, ordinal: Int)
    ) -> MediaDigest.Unit {
        let checked = units[unit.index]
        let code = checked.mac?.bytes ?? []
        if checked.isFragmentSection {
            return MediaDigest.section(length: checked.macCoveredLength, code: code)
        }
        return MediaDigest.Unit(
            path: targets.relativePath(unit.index),
            ordinal: unit.ordinal,
            mediaSequence: targets.segment(unit.index)?.mediaSequence,
            length: checked.macCoveredLength,
            code: code
        )
    }

    private func line(
        _ rendition: MediaRendition,
        _ found: VerificationItemBuilder.Rendition,
        _ checked: CheckedRendition
    ) -> VerificationReport.RenditionLine {
        VerificationReport.RenditionLine(
            name: rendition.name,
            playlist: rendition.path.description,
            segments: rendition.playlist.segments.count { !$0.hasGap },
            encrypted: found.encrypted,
            bytes: checked.bytes,
            keys: found.records.map { $0.keyID.uuidString.lowercased() },
            kinds: checked.kinds.map(\.description).sorted(),
            holds: true
        )
    }
}
