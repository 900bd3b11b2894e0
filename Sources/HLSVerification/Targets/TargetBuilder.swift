import Ciphers
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
    }

    private let presentation: Presentation
    private let rendition: MediaRendition
    private let source: (presentation: Presentation, rendition: MediaRendition)?
    private var result = Rendition()
    private var reported: Set<Finding> = []

    private init(
        _ rendition: MediaRendition,
        of presentation: Presentation,
        source: (presentation: Presentation, rendition: MediaRendition)?
    ) {
        self.rendition = rendition
        self.presentation = presentation
        self.source = source
    }

    static func targets(
        of rendition: MediaRendition,
        in presentation: Presentation,
        source: (presentation: Presentation, rendition: MediaRendition)?,
        resolver: inout RecordResolver
    ) throws(PackagingError) -> Rendition {
        var builder = TargetBuilder(rendition, of: presentation, source: source)
        // Also those of no segment: every key line has its record.
        for key in rendition.playlist.keys where key.value.method != .none {
            _ = try builder.record(of: key, resolver: &resolver)
        }
        var lastSection: Int?
        for segment in rendition.playlist.segments {
            if let section = segment.initializationSection, section != lastSection {
                try builder.addSection(section, resolver: &resolver)
                lastSection = section
            }
            if !segment.hasGap { try builder.add(segment, resolver: &resolver) }
        }
        return builder.result
    }

    private mutating func add(_ segment: MediaSegment, resolver: inout RecordResolver) throws(PackagingError)
    {
        let isIFrame = rendition.playlist.isIFramesOnly
        let keys = segment.keys.map { rendition.playlist.keys[$0] }
        let protection = try protection(keys, line: segment.uriLine, resolver: &resolver) { key, record in
            let iv = try key.iv.map { bytes throws(CipherError) in try InitializationVector(bytes: bytes) }
            let vector = iv ?? InitializationVector(mediaSequence: segment.mediaSequence)
            // Without a range the client reads the whole resource, padding included.
            return isIFrame && segment.byteRange != nil
                ? .iFrame(record, vector) : .wholeSegment(record, vector)
        }
        guard let protection else { return }
        if !segment.keys.isEmpty { result.encrypted += 1 }
        let counterpart = source?.rendition.playlist.segments
        add(
            uri: segment.uri,
            range: segment.byteRange,
            line: segment.uriLine,
            source: counterpart.flatMap { $0.indices.contains(segment.index) ? $0[segment.index] : nil }
                .map { ($0.uri, $0.byteRange) },
            protection: protection,
            mediaSequence: segment.mediaSequence,
            expectation: StreamExpectation(
                role: isIFrame ? .iFrameRange : .mediaSegment,
                mapSectionApplies: segment.initializationSection != nil
            )
        )
    }

    private mutating func addSection(_ index: Int, resolver: inout RecordResolver) throws(PackagingError) {
        let section = rendition.playlist.initializationSections[index]
        let keys = section.keys.map { rendition.playlist.keys[$0] }
        let protection = try protection(keys, line: section.line, resolver: &resolver) { key, record in
            guard let iv = key.iv else {
                throw TargetFailure(
                    .keyLine,
                    "an EXT-X-KEY over an EXT-X-MAP has no IV, and a map has no number"
                )
            }
            return .wholeSegment(record, try InitializationVector(bytes: iv))
        }
        guard let protection else { return }
        let counterpart = source?.rendition.playlist.initializationSections
        add(
            uri: section.uri,
            range: section.byteRange,
            line: section.line,
            source: counterpart.flatMap { $0.indices.contains(index) ? $0[index] : nil }.map {
                ($0.uri, $0.byteRange)
            },
            protection: protection,
            mediaSequence: nil,
            expectation: StreamExpectation(role: .mapSection)
        )
    }

    /// The protection by the keys in force; nil, with a finding, when it cannot be known.
    private mutating func protection(
        _ keys: [Located<EncryptionKey>],
        line: Int,
        resolver: inout RecordResolver,
        _ make: (EncryptionKey, KeyRecord) throws -> VerificationTarget.Protection
    ) throws(PackagingError) -> VerificationTarget.Protection? {
        guard let key = keys.first else { return .clear }
        guard keys.count == 1 else {
            let formats = keys.map(\.value.keyFormat).joined(separator: ", ")
            report(
                TargetFailure(.keyLine, "keys of several formats are in force (\(formats); expected one)"),
                line: line
            )
            return nil
        }
        guard let record = try record(of: key, resolver: &resolver) else { return nil }
        if !result.records.contains(where: { $0.keyID == record.keyID }) { result.records.append(record) }
        do {
            return try make(key.value, record)
        } catch let failure as TargetFailure {
            report(failure, line: key.line)
        } catch {
            report(TargetFailure(.keyLine, "\(error)"), line: key.line)
        }
        return nil
    }

    /// The record of a key line; nil, with a finding, when there is none or the line cannot be checked.
    private mutating func record(
        of key: Located<EncryptionKey>,
        resolver: inout RecordResolver
    ) throws(PackagingError) -> KeyRecord? {
        if let fault = KeyLineCheck.fault(of: key.value) {
            report(TargetFailure(.keyLine, fault), line: key.line)
            return nil
        }
        switch try resolver.record(for: key.value.uri ?? "") {
        case .success(let record): return record
        case .failure(let failure):
            report(failure, line: key.line)
            return nil
        }
    }

    /// A key line stands over many segments and is reported once.
    private mutating func report(_ failure: TargetFailure, line: Int) {
        let finding = Finding(
            failure.rule,
            failure.message,
            playlist: rendition.path.description,
            line: line
        )
        if reported.insert(finding).inserted { result.findings.append(finding) }
    }

    private mutating func add(
        uri: String,
        range: ByteRange?,
        line: Int,
        source written: (uri: String, range: ByteRange?)?,
        protection: VerificationTarget.Protection,
        mediaSequence: UInt64?,
        expectation: StreamExpectation
    ) {
        guard let file = try? URIResolution.resolve(uri, in: rendition.path.folder) else {
            report(
                TargetFailure(.media, "the URI names no file of the tree (\(KeyURIText.redacted(uri)))"),
                line: line
            )
            return
        }
        result.targets.append(
            VerificationTarget(
                playlist: rendition.path,
                line: line,
                location: location(of: file, range, under: presentation.root),
                relativePath: file.relative(to: rendition.path.folder),
                source: sourceLocation(written),
                protection: protection,
                mediaSequence: mediaSequence,
                expectation: expectation
            )
        )
    }

    private func sourceLocation(_ written: (uri: String, range: ByteRange?)?) -> VerificationTarget.Location?
    {
        guard let source, let written else { return nil }
        guard let file = try? URIResolution.resolve(written.uri, in: source.rendition.path.folder) else {
            return nil
        }
        return location(of: file, written.range, under: source.presentation.root)
    }

    private func location(
        of file: TreePath,
        _ range: ByteRange?,
        under root: String
    ) -> VerificationTarget.Location {
        VerificationTarget.Location(
            path: file.path(under: root),
            name: file.description,
            range: range.map { $0.offset..<$0.end }
        )
    }
}
