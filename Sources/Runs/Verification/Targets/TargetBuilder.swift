import HLSPlaylists
import Inspection
import KeyStore
import Presentations
import ProtectionTerms

/// Finds what there is to check in a rendition: every segment, I-frame and initialization section.
struct TargetBuilder {
    /// What was found in a rendition.
    struct Rendition: Sendable {
        /// Initialization sections and segments, in the order in which a player needs them.
        var targets: TargetList
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
    struct Place: Sendable {
        let presentation: Presentation
        let rendition: MediaRendition
        let holders: SegmentHolders
        /// Whether samples are encrypted somewhere in the presentation.
        let isSampleEncrypted: Bool
        /// Whether the key ids in boxes are compared with those of the keys.
        var comparesKeyIDs = true
    }

    let place: Place
    var result: Rendition
    private var reported: Set<Finding> = []
    private var fragmented = FragmentedSections()
    /// How segments use sections, by the index of the section.
    private var sectionUses: [Int: SectionUse] = [:]

    private init(_ place: Place, source: Place?) {
        self.place = place
        let methods = place.rendition.playlist.encryptionMethods
        result = Rendition(targets: TargetList(place, source: source))
        if methods.count == 1 { result.method = methods.first }
    }

    static func targets(
        of place: Place,
        source: Place?,
        resolver: inout RecordResolver
    ) throws(PresentationError) -> Rendition {
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
        for (section, use) in builder.sectionUses.sorted(by: { $0.key < $1.key }) {
            guard let location = place.place(ofSection: section)?.location else { continue }
            builder.result.targets.sectionUses[location, default: SectionUse()].add(use)
        }
        return builder.result
    }

    private mutating func add(_ segment: MediaSegment, resolver: inout RecordResolver)
        throws(PresentationError)
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
            sectionUses[section, default: SectionUse(systems: resolver.systems)].add(
                protection,
                systems: keys.map(\.value.system)
            )
        }
        guard let protection else { return }
        if !segment.keys.isEmpty { result.encrypted += 1 }
        guard namesFile(segment.uri, line: segment.uriLine) else { return }
        result.targets.append(segment, protection)
    }

    private mutating func isFragmentedMP4(section index: Int) -> Bool {
        place.place(ofSection: index).map { fragmented.contains($0.location) } ?? false
    }

    /// Adds the section of a segment, the first one that has it.
    private mutating func addSection(
        _ index: Int,
        of segment: MediaSegment,
        resolver: inout RecordResolver
    ) throws(PresentationError) {
        let section = place.rendition.playlist.initializationSections[index]
        var keys = section.keys.map { place.rendition.playlist.keys[$0] }
        if isFragmentedMP4(section: index) {
            // Those under which samples are encrypted leave the bytes of the section alone.
            keys.removeAll { ProtectionMethod($0.method)?.encryptsSamples == true }
        }
        let protection = try protection(keys, line: section.line, resolver: &resolver) {
            (keys, record) throws(KeysInForce.Failure) in
            try Self.protectionOfSection(keys, record)
        }
        guard let protection, namesFile(section.uri, line: section.line) else { return }
        result.targets.append(section: index, of: segment, protection)
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

    /// Whether a URI names a file of the tree; one that does not is a finding.
    private mutating func namesFile(_ uri: String, line: Int) -> Bool {
        guard place.file(of: uri) == nil else { return true }
        report(
            TargetFailure(
                .media,
                "the URI names no file of the tree (\(KeyURIText.redacted(uri))); bring the media into the tree, "
                    + "and name them by relative URIs"
            ),
            line: line
        )
        return false
    }
}
