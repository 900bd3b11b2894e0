import FoundationEssentials
import HLSPackaging
import HLSPlaylists
import KeyStore
import MediaProbing

/// Gathers what was found, rendition by rendition.
struct ReportAssembly {
    let presentation: Presentation
    let ordinals: UnitOrdinals
    let store: any KeyRecordStore
    var findings: [Finding] = []
    private var renditions: [VerificationReport.RenditionLine] = []
    /// The first fault of each segment whose media are those that were encrypted.
    private var sourceFaults: [SegmentStart: UInt64] = [:]

    /// Where a segment starts.
    private struct SegmentStart: Hashable {
        let file: [UInt8]
        let start: UInt64

        init(_ finding: Finding, _ place: Finding.MediaPlace) {
            file = Array((finding.file ?? "").utf8)
            start = place.segmentStart
        }
    }

    init(_ presentation: Presentation, _ ordinals: UnitOrdinals, store: any KeyRecordStore) {
        self.presentation = presentation
        self.ordinals = ordinals
        self.store = store
    }

    mutating func add(
        _ rendition: MediaRendition,
        _ found: TargetBuilder.Rendition,
        _ checked: CheckedRendition
    ) throws(PackagingError) {
        var own = found.findings + checked.findings
        if let finding = LowLatencyCheck.finding(rendition) { own.append(finding) }
        own += checked.findingsOnOrder
        own = Self.withoutRepetitions(own)
        // I-frames are parts of the media of other renditions.
        if own.allSatisfy({ !$0.isError || $0.mediaPlace != nil }), !rendition.playlist.isIFramesOnly {
            try add(to: &own, digestFindings: digestFindings(rendition, found, checked), of: found)
        }
        findings += own
        renditions.append(line(rendition, found, checked))
    }

    /// Adds what the key store has against the media; where it has nothing, they are those that were encrypted, with the
    /// faults that they have.
    private mutating func add(
        to own: inout [Finding],
        digestFindings: [Finding]?,
        of found: TargetBuilder.Rendition
    ) {
        guard digestFindings?.isEmpty == true, !found.records.isEmpty else {
            // Media with faults are others anyway.
            if !own.contains(where: \.isError) { own += digestFindings ?? [] }
            return
        }
        for index in own.indices {
            guard own[index].isError else {
                if own[index].mayBeForeign { own[index].severity = .error }
                continue
            }
            if let place = own[index].mediaPlace {
                let start = SegmentStart(own[index], place)
                sourceFaults[start] = min(place.byte, sourceFaults[start] ?? place.byte)
            }
            Self.blameSource(for: &own[index])
        }
    }

    /// A range of I-frames has no digest, but the segment that holds it, which is read up to its first fault.
    private mutating func blameSourceForIFrames() {
        for index in findings.indices where findings[index].isError {
            guard let place = findings[index].mediaPlace,
                let first = sourceFaults[SegmentStart(findings[index], place)], first <= place.byte
            else { continue }
            Self.blameSource(for: &findings[index])
        }
    }

    private static func blameSource(for finding: inout Finding) {
        finding.severity = .warning
        finding.message += "; the media are those that were encrypted: their source has this, too"
    }

    /// What the key store has against the media; nil where they could not be read.
    private func digestFindings(
        _ rendition: MediaRendition,
        _ found: TargetBuilder.Rendition,
        _ checked: CheckedRendition
    ) throws(PackagingError) -> [Finding]? {
        let units = ordinals.unique(checked.units)
        guard units.allSatisfy({ checked.units[$0.index].code != nil }) else { return nil }
        return try MediaDigestCheck.findings(
            rendition,
            in: presentation,
            records: found.records,
            method: found.method,
            media: MediaDigest.withoutRepeatedSections(
                units.lazy.map { Self.digestUnit(found.targets, checked.units, $0) }
            ),
            isSource: units.allSatisfy { checked.units[$0.index].isSource },
            store: store
        )
    }

    mutating func report(source: String?, isClear: Bool) -> VerificationReport {
        blameSourceForIFrames()
        var all = findings
        if !isClear, !renditions.contains(where: { $0.encrypted > 0 }), !all.contains(where: \.isError) {
            all.append(
                Finding(.notProtected, "no segment is encrypted", playlist: presentation.entry.description)
            )
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

    /// Each warning once that says the same of every segment.
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
        _ targets: TargetList,
        _ units: [CheckedUnit],
        _ unit: (index: Int, ordinal: Int)
    ) -> MediaDigest.Unit {
        let checked = units[unit.index]
        let code = checked.code?.bytes ?? []
        if checked.isFragmentSection { return MediaDigest.section(length: checked.codeLength, code: code) }
        return MediaDigest.Unit(
            path: targets.relativePath(unit.index),
            ordinal: unit.ordinal,
            mediaSequence: targets.segment(unit.index)?.mediaSequence,
            length: checked.codeLength,
            code: code
        )
    }

    private func line(
        _ rendition: MediaRendition,
        _ found: TargetBuilder.Rendition,
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
