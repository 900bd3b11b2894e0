import HLSPackaging
import HLSPlaylists
import KeyStore

/// Finds what there is to check in a rendition: every segment, I-frame and initialization section.
struct TargetBuilder {
    /// What was found in a rendition.
    struct Rendition: Sendable {
        /// Initialization sections and segments, in the order in which a player needs them.
        var targets: [VerificationTarget] = []
        /// What cannot even be looked at.
        var findings: [Finding] = []
        /// The segments with a key in force.
        var encrypted = 0
        /// The records of the keys in force, each once, in the order of first use.
        var records: [KeyRecord] = []
        /// The method under which the key store knows the media; nil where no key of ours is in force, or several
        /// methods are.
        var method: ProtectionMethod?
    }

    /// A rendition in its presentation.
    struct Place {
        let presentation: Presentation
        let rendition: MediaRendition
        let holders: SegmentHolders
    }

    let place: Place
    private let source: Place?
    /// Whether a key under which samples are encrypted is in force somewhere.
    private let isSampleEncrypted: Bool
    var result = Rendition()
    private var reported: Set<Finding> = []
    private var fragmented = FragmentedSections()
    /// By the index of the section.
    private var sectionUses: [Int: SectionUse] = [:]
    private var sectionTargets: [(section: Int, target: Int)] = []

    private init(_ place: Place, source: Place?) {
        self.place = place
        self.source = source
        let playlist = place.rendition.playlist
        let methods = playlist.encryptionMethods
        // A rendition without a key may stand under sections that others share, which name keys.
        isSampleEncrypted = place.presentation.renditions.contains { rendition in
            rendition.playlist.keys.contains { ProtectionMethod($0.value.method)?.encryptsSamples == true }
        }
        if methods.count == 1 { result.method = methods.first }
    }

    static func targets(
        of place: Place,
        source: Place?,
        resolver: inout RecordResolver
    ) throws(PackagingError) -> Rendition {
        var builder = TargetBuilder(place, source: source)
        // Also those of no segment: every key line has its record.
        for key in place.rendition.playlist.keys where key.value.method != .none {
            try builder.look(at: key, resolver: &resolver)
        }
        var lastSection: Int?
        for segment in place.rendition.playlist.segments {
            if let section = segment.initializationSection, section != lastSection {
                try builder.addSection(section, of: segment, resolver: &resolver)
                lastSection = section
            }
            if !segment.hasGap { try builder.add(segment, resolver: &resolver) }
        }
        return builder.finish()
    }

    /// What is known of the use of sections only now.
    private consuming func finish() -> Rendition {
        for (section, target) in sectionTargets {
            result.targets[target].sectionUse = sectionUses[section] ?? SectionUse()
        }
        return result
    }

    private mutating func add(_ segment: MediaSegment, resolver: inout RecordResolver) throws(PackagingError)
    {
        let playlist = place.rendition.playlist
        let keys = segment.keys.map { playlist.keys[$0] }
        let section = segment.initializationSection
        let isFragmented = section.map { isFragmentedMP4(section: $0) } ?? false
        let protection = try protection(keys, line: segment.uriLine, resolver: &resolver) {
            (keys, record) throws(KeysInForce.Failure) in
            try Self.protection(
                of: segment,
                isIFrame: playlist.isIFramesOnly,
                isFragmented: isFragmented,
                keys,
                record
            )
        }
        if let section {
            sectionUses[section, default: SectionUse()].add(protection, systems: keys.map(\.value.system))
        }
        guard let protection else { return }
        if !segment.keys.isEmpty { result.encrypted += 1 }
        let counterpart = source?.segment(segment.index)
        add(
            uri: segment.uri,
            line: segment.uriLine,
            place: place.place(of: segment),
            source: counterpart.flatMap { source?.place(of: $0) },
            protection: protection,
            mediaSequence: segment.mediaSequence,
            expectation: StreamExpectation(
                role: playlist.isIFramesOnly ? .iFrameRange : .mediaSegment,
                mapSectionApplies: segment.initializationSection != nil
            )
        )
    }

    private mutating func isFragmentedMP4(section index: Int) -> Bool {
        place.place(ofSection: index).map { fragmented.contains($0.location) } ?? false
    }

    /// Adds the section of a segment, the first one that has it.
    ///
    /// The protected playlist may have more sections than the source, so that those of the same segment belong together.
    private mutating func addSection(
        _ index: Int,
        of segment: MediaSegment,
        resolver: inout RecordResolver
    ) throws(PackagingError) {
        let section = place.rendition.playlist.initializationSections[index]
        var keys = section.keys.map { place.rendition.playlist.keys[$0] }
        if isFragmentedMP4(section: index) {
            // Those under which samples are encrypted leave the bytes of the section alone.
            keys.removeAll { ProtectionMethod($0.method)?.encryptsSamples == true }
        }
        let counterpart = source?.segment(segment.index)?.initializationSection
        let protection = try protection(keys, line: section.line, resolver: &resolver) {
            (keys, record) throws(KeysInForce.Failure) in
            try Self.protectionOfSection(keys, record)
        }
        guard let protection else { return }
        let target = add(
            uri: section.uri,
            line: section.line,
            place: place.place(ofSection: index),
            source: counterpart.flatMap { source?.place(ofSection: $0) },
            protection: protection,
            mediaSequence: nil,
            expectation: StreamExpectation(role: .mapSection)
        )
        if let target { sectionTargets.append((index, target)) }
    }

    /// A key line stands over many segments and is reported once.
    mutating func report(_ failure: TargetFailure, line: Int, severity: Finding.Severity = .error) {
        let finding = Finding(
            failure.rule,
            failure.message,
            playlist: place.rendition.path.description,
            line: line,
            severity: severity
        )
        if reported.insert(finding).inserted { result.findings.append(finding) }
    }

    /// Adds a target.
    ///
    /// - Returns: its index; nil, with a finding, when its URI names no file of the tree.
    @discardableResult
    private mutating func add(
        uri: String,
        line: Int,
        place found: VerificationTarget.Place?,
        source: VerificationTarget.Place?,
        protection: VerificationTarget.Protection,
        mediaSequence: UInt64?,
        expectation: StreamExpectation
    ) -> Int? {
        guard let found, let file = place.file(of: uri) else {
            report(
                TargetFailure(.media, "the URI names no file of the tree (\(KeyURIText.redacted(uri)))"),
                line: line
            )
            return nil
        }
        result.targets.append(
            VerificationTarget(
                playlist: place.rendition.path,
                line: line,
                place: found,
                relativePath: file.relative(to: place.rendition.path.folder),
                source: source,
                protection: protection,
                countsByEssence: isSampleEncrypted,
                mediaSequence: mediaSequence,
                expectation: expectation
            )
        )
        return result.targets.count - 1
    }
}
