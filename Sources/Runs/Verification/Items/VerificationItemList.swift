import Ciphers
import HLSPlaylists
import KeyStore
import MediaSyntax
import Presentations
import ProtectionTerms

/// The verification items of a rendition in the order in which a player needs them, created on access.
///
/// Playlists may have hundreds of thousands of segments: only what the playlist does not say is stored.
struct VerificationItemList: RandomAccessCollection, Sendable {
    /// The stored part of an item.
    private struct Entry: Sendable {
        /// The index of the segment, or for an initialization section of the first segment that uses it.
        let segment: UInt32
        /// The index of the initialization section plus 1, or 0 for a segment.
        let section: UInt32
        let protectionKind: ProtectionKind
        /// The index of the record, if the protection has one.
        let record: UInt32
        /// The IV, if the protection has one.
        let iv: InitializationVector
    }

    /// A protection without its record and IV.
    private enum ProtectionKind: Sendable {
        case clear, wholeSegment, iFrame, gcmSegment, sampleAES
        case commonEncryption(ProtectionScheme)
    }

    private let context: VerificationItemBuilder.RenditionContext
    private let sourceContext: VerificationItemBuilder.RenditionContext?
    private var entries: [Entry] = []
    private var records: [KeyRecord] = []
    /// The uses of initialization sections by segments.
    var sectionUses: [VerificationItem.Location: InitializationSectionUse] = [:]

    init(
        _ context: VerificationItemBuilder.RenditionContext,
        source: VerificationItemBuilder.RenditionContext?
    ) {
        self.context = context
        self.sourceContext = source
    }

    var startIndex: Int { 0 }
    var endIndex: Int { entries.count }

    subscript(index: Int) -> VerificationItem {
        let entry = entries[index]
        let segment = context.rendition.playlist.segments[Int(entry.segment)]
        return entry.section > 0
            ? item(ofSection: Int(entry.section) - 1, of: segment, entry) : item(of: segment, entry)
    }

    /// Returns the segment of an item, or nil for an initialization section.
    func segment(_ index: Int) -> MediaSegment? {
        let entry = entries[index]
        return entry.section > 0 ? nil : context.rendition.playlist.segments[Int(entry.segment)]
    }

    /// Returns the path of an item's file, relative to the folder of the playlist.
    func relativePath(_ index: Int) -> String {
        let playlist = context.rendition.playlist
        let entry = entries[index]
        let uri =
            entry.section > 0
            ? playlist.initializationSections[Int(entry.section) - 1].uri
            : playlist.segments[Int(entry.segment)].uri
        return context.file(of: uri)?.relative(to: context.rendition.path.folder) ?? ""
    }

    /// Appends a segment, or its initialization section, whose URI must name a file of the tree.
    mutating func append(
        _ segment: MediaSegment,
        section: Int? = nil,
        _ protection: VerificationItem.Protection
    ) {
        let (protectionKind, record, iv): (ProtectionKind, KeyRecord?, InitializationVector?) =
            switch protection {
            case .clear: (.clear, nil, nil)
            case .wholeSegment(let record, let iv): (.wholeSegment, record, iv)
            case .iFrame(let record, let iv): (.iFrame, record, iv)
            case .gcmSegment(let record): (.gcmSegment, record, nil)
            case .sampleAES(let record, let iv): (.sampleAES, record, iv)
            case .commonEncryption(let record, let scheme): (.commonEncryption(scheme), record, nil)
            }
        entries.append(
            Entry(
                segment: UInt32(segment.index),
                section: section.map { UInt32($0) + 1 } ?? 0,
                protectionKind: protectionKind,
                record: record.map { recordIndex(of: $0) } ?? 0,
                iv: iv ?? InitializationVector(mediaSequence: 0)
            )
        )
    }

    /// Returns the index of a record, which is most often that of the previous item; adds a new record.
    private mutating func recordIndex(of record: KeyRecord) -> UInt32 {
        let knownIndex = records.lastIndex { $0.keyID == record.keyID }
        if knownIndex == nil { records.append(record) }
        return UInt32(knownIndex ?? records.count - 1)
    }

    private func protection(_ entry: Entry) -> VerificationItem.Protection {
        let record = { records[Int(entry.record)] }
        return switch entry.protectionKind {
        case .clear: .clear
        case .wholeSegment: .wholeSegment(record(), entry.iv)
        case .iFrame: .iFrame(record(), entry.iv)
        case .gcmSegment: .gcmSegment(record())
        case .sampleAES: .sampleAES(record(), entry.iv)
        case .commonEncryption(let scheme): .commonEncryption(record(), scheme)
        }
    }

    private func item(of segment: MediaSegment, _ entry: Entry) -> VerificationItem {
        let counterpart = sourceContext?.segment(segment.index)
        return item(
            line: segment.uriLine,
            input: context.input(of: segment),
            source: counterpart.flatMap { sourceContext?.input(of: $0) },
            entry,
            mediaSequence: segment.mediaSequence,
            ExpectedSyntax(
                role: context.rendition.playlist.isIFramesOnly ? .iFrameRange : .mediaSegment,
                hasInitializationSection: segment.initializationSection != nil
            )
        )
    }

    /// Creates the item of an initialization section.
    ///
    /// The protected playlist may have more initialization sections than the source, so the counterpart is
    /// the one of the same segment.
    private func item(
        ofSection index: Int,
        of segment: MediaSegment,
        _ entry: Entry
    ) -> VerificationItem {
        let counterpart = sourceContext?.segment(segment.index)?.initializationSection
        var item = item(
            line: context.rendition.playlist.initializationSections[index].line,
            input: context.input(ofSection: index),
            source: counterpart.flatMap { sourceContext?.input(ofSection: $0) },
            entry,
            mediaSequence: nil,
            ExpectedSyntax(role: .initializationSection)
        )
        item.sectionUse = sectionUses[item.location] ?? InitializationSectionUse()
        return item
    }

    private func item(
        line: Int,
        input: VerificationItem.Input?,
        source: VerificationItem.Input?,
        _ entry: Entry,
        mediaSequence: UInt64?,
        _ expectation: ExpectedSyntax
    ) -> VerificationItem {
        guard let input else { preconditionFailure("an item's URI names a file of the tree") }
        return VerificationItem(
            playlist: context.rendition.path,
            line: line,
            input: input,
            source: source,
            protection: protection(entry),
            isDigestedByInvariant: context.isSampleEncrypted,
            comparesKeyIDs: context.comparesKeyIDs,
            mediaSequence: mediaSequence,
            expectation: expectation
        )
    }
}
