import Failures
import HLSPlaylists
import Inspection
import KeyStore
import Presentations
import ProtectionTerms

/// Lists the verification items of a rendition: every segment, I-frame and initialization section.
struct VerificationItemBuilder {
    /// The items of a rendition, and what was found while listing them.
    struct RenditionItems: Sendable {
        /// The initialization sections and segments, in the order in which a player needs them.
        var items: VerificationItemList
        /// The findings about key lines, and about URIs that name no file.
        var findings: [Finding] = []
        /// The number of segments with a key in force.
        var encryptedSegmentCount = 0
        /// The records of the keys in force, each once, in the order of first use.
        var records: [KeyRecord] = []
        /// The method under which the key store knows the media.
        ///
        /// Nil if no method that this program knows is in force, or if several are.
        var method: ProtectionMethod?
    }

    /// A rendition and the presentation that it belongs to.
    struct RenditionContext: Sendable {
        let presentation: Presentation
        let rendition: MediaRendition
        let containingSegments: ContainingSegments
        /// Indicates whether samples are encrypted anywhere in the presentation.
        let isSampleEncrypted: Bool
        /// Indicates whether key ids in boxes are compared with those of the keys.
        var comparesKeyIDs = true
    }

    let context: RenditionContext
    let resolver: RecordResolver
    var result: RenditionItems
    private var reported: Set<Finding> = []
    private var sectionDetector = FragmentedSectionDetector()
    /// The uses of initialization sections by segments, by the index of the section in the playlist.
    private var sectionUses: [Int: InitializationSectionUse] = [:]

    private init(_ context: RenditionContext, source: RenditionContext?, resolver: RecordResolver) {
        self.context = context
        self.resolver = resolver
        let methods = context.rendition.playlist.encryptionMethods
        result = RenditionItems(items: VerificationItemList(context, source: source))
        if methods.count == 1 { result.method = methods.first }
    }

    static func items(
        of context: RenditionContext,
        source: RenditionContext?,
        resolver: RecordResolver
    ) throws(RunFailure) -> RenditionItems {
        var builder = VerificationItemBuilder(context, source: source, resolver: resolver)
        // Every key line needs a record, even if it applies to no segment.
        for key in context.rendition.playlist.keys where key.value.method != .none {
            try builder.checkKeyLine(key)
        }
        var lastSection: Int?
        for segment in context.rendition.playlist.segments {
            if let section = segment.initializationSection, section != lastSection {
                try builder.addSection(section, of: segment)
                lastSection = section
            }
            if !segment.hasGap { try builder.add(segment) }
        }
        for (section, use) in builder.sectionUses.sorted(by: { $0.key < $1.key }) {
            guard let location = context.input(ofSection: section)?.location else { continue }
            builder.result.items.sectionUses[location, default: InitializationSectionUse()].add(use)
        }
        return builder.result
    }

    private mutating func add(_ segment: MediaSegment) throws(RunFailure) {
        let playlist = context.rendition.playlist
        let keys = segment.keys.map { playlist.keys[$0] }
        let section = segment.initializationSection
        let isFragmented = section.map { isFragmentedMP4(section: $0) } ?? false
        let protection = try protection(keys, line: segment.uriLine) {
            (keysInForce, record) throws(KeysInForce.Failure) in
            try Self.protection(
                of: segment,
                isIFrame: playlist.isIFramesOnly,
                isFragmented: isFragmented,
                keysInForce,
                record
            )
        }
        if let section {
            sectionUses[section, default: InitializationSectionUse(clientSystems: resolver.systems)].add(
                protection,
                systems: keys.map(\.value.system)
            )
        }
        guard let protection else { return }
        if !segment.keys.isEmpty { result.encryptedSegmentCount += 1 }
        guard namesFile(segment.uri, line: segment.uriLine) else { return }
        result.items.append(segment, protection)
    }

    private mutating func isFragmentedMP4(section index: Int) -> Bool {
        context.input(ofSection: index).map { sectionDetector.isFragmentedMP4($0.location) } ?? false
    }

    /// Adds an initialization section; `segment` is the first one that uses it.
    private mutating func addSection(
        _ index: Int,
        of segment: MediaSegment
    ) throws(RunFailure) {
        let section = context.rendition.playlist.initializationSections[index]
        var keys = section.keys.map { context.rendition.playlist.keys[$0] }
        if isFragmentedMP4(section: index) {
            // Methods that encrypt samples leave the bytes of the initialization section clear.
            keys.removeAll { ProtectionMethod($0.method)?.encryptsSamples == true }
        }
        let protection = try protection(keys, line: section.line) {
            (keysInForce, record) throws(KeysInForce.Failure) in
            try Self.protectionOfSection(keysInForce, record)
        }
        guard let protection, namesFile(section.uri, line: section.line) else { return }
        result.items.append(segment, section: index, protection)
    }

    /// Reports a finding once, because a key line may apply to many segments.
    mutating func report(_ failure: VerificationFailure, line: Int, severity: Finding.Severity = .error) {
        let finding = Finding(
            failure.rule,
            failure.message,
            playlist: context.rendition.path.description,
            line: line,
            severity: severity
        )
        if reported.insert(finding).inserted { result.findings.append(finding) }
    }

    /// Indicates whether a URI names a file of the tree, and reports a finding if it does not.
    private mutating func namesFile(_ uri: String, line: Int) -> Bool {
        guard context.file(of: uri) == nil else { return true }
        report(
            VerificationFailure(
                .media,
                "the URI names no file of the tree (\(KeyURIRedaction.redacted(uri))); bring the media into the tree, "
                    + "and name them by relative URIs"
            ),
            line: line
        )
        return false
    }
}
