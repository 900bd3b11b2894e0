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
    private var taken = 0

    init(_ presentation: Presentation, _ ordinals: UnitOrdinals, store: any KeyRecordStore) {
        self.presentation = presentation
        self.ordinals = ordinals
        self.store = store
    }

    /// The outcomes of the next rendition's targets.
    mutating func slice(of outcomes: [TargetChecker.Outcome], count: Int) -> ArraySlice<TargetChecker.Outcome>
    {
        defer { taken += count }
        return outcomes[taken..<taken + count]
    }

    mutating func add(
        _ rendition: MediaRendition,
        _ found: TargetBuilder.Rendition,
        outcomes: ArraySlice<TargetChecker.Outcome>
    ) throws(PackagingError) {
        var own = found.findings + outcomes.flatMap(\.findings)
        if let finding = LowLatencyCheck.finding(rendition) { own.append(finding) }
        let checked = segments(found.targets, outcomes)
        own += SegmentOrderCheck.findings(rendition.playlist.segments, checked)
        if !rendition.playlist.isIFramesOnly {
            own += CounterCheck.findings(rendition.playlist.segments, checked)
        }
        own = Self.withoutRepetitions(own)
        let units = uniqueUnits(found.targets, outcomes)
        // I-frames are parts of the media of other renditions.
        if !own.contains(where: \.isError), !rendition.playlist.isIFramesOnly,
            units.allSatisfy({ $0.outcome.code != nil })
        {
            do {
                own += try MediaDigestCheck.findings(
                    rendition,
                    in: presentation,
                    records: found.records,
                    method: found.method,
                    media: MediaDigest.withoutRepeatedSections(units.map(digestUnit)),
                    isSource: units.allSatisfy(\.outcome.isSource),
                    store: store
                )
            } catch {
                throw .keyStore(error)
            }
        }
        findings += own
        renditions.append(line(rendition, found, outcomes))
    }

    func report(source: String?, isClear: Bool) -> VerificationReport {
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

    private func segments(
        _ targets: [VerificationTarget],
        _ outcomes: ArraySlice<TargetChecker.Outcome>
    ) -> [Int: (target: VerificationTarget, outcome: TargetChecker.Outcome)] {
        let segments = zip(targets, outcomes).filter { $0.0.expectation.role != .mapSection }
        return Dictionary(segments.map { ($0.line, ($0, $1)) }) { first, _ in first }
    }

    /// The targets of a rendition with each run of bytes once, as the digest takes them.
    private func uniqueUnits(
        _ targets: [VerificationTarget],
        _ outcomes: ArraySlice<TargetChecker.Outcome>
    ) -> [(target: VerificationTarget, outcome: TargetChecker.Outcome)] {
        var seen: Set<VerificationTarget.Location> = []
        return zip(targets, outcomes).filter { seen.insert($0.unit($1)).inserted }.map { ($0, $1) }
    }

    private func digestUnit(
        _ target: VerificationTarget,
        _ outcome: TargetChecker.Outcome
    ) -> MediaDigest.Unit {
        if outcome.isFragmentSection {
            return MediaDigest.section(length: outcome.codeLength, code: outcome.code ?? [])
        }
        return MediaDigest.Unit(
            path: target.relativePath,
            ordinal: ordinals[target.unit(outcome)],
            mediaSequence: target.mediaSequence,
            length: outcome.codeLength,
            code: outcome.code ?? []
        )
    }

    private func line(
        _ rendition: MediaRendition,
        _ found: TargetBuilder.Rendition,
        _ outcomes: ArraySlice<TargetChecker.Outcome>
    ) -> VerificationReport.RenditionLine {
        VerificationReport.RenditionLine(
            name: rendition.name,
            playlist: rendition.path.description,
            segments: rendition.playlist.segments.count { !$0.hasGap },
            encrypted: found.encrypted,
            bytes: outcomes.reduce(0) { $0 + $1.clearLength },
            keys: found.records.map { $0.keyID.uuidString.lowercased() },
            kinds: Set(outcomes.map(\.kind.description)).sorted(),
            holds: true
        )
    }
}
