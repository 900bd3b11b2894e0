import Ciphers
import HLSPlaylists
import KeyStore
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
        let form: Form
        /// The index of the record, if the form has one.
        let record: UInt32
        /// The IV, if the form has one.
        let iv: InitializationVector
    }

    /// A protection without its record and IV.
    private enum Form: Sendable {
        case clear, wholeSegment, iFrame, sealed, sampleAES
        case commonEncryption(ProtectionScheme)
    }

    private let place: VerificationItemBuilder.RenditionContext
    private let source: VerificationItemBuilder.RenditionContext?
    private var entries: [Entry] = []
    private var records: [KeyRecord] = []
    /// The uses of initialization sections by segments.
    var sectionUses: [VerificationItem.Location: InitializationSectionUse] = [:]

    init(_ place: VerificationItemBuilder.RenditionContext, source: VerificationItemBuilder.RenditionContext?)
    {
        self.place = place
        self.source = source
    }

    var startIndex: Int { 0 }
    var endIndex: Int { entries.count }

    subscript(index: Int) -> VerificationItem {
        let entry = entries[index]
        let segment = place.rendition.playlist.segments[Int(entry.segment)]
        return entry.section > 0
            ? target(ofSection: Int(entry.section) - 1, of: segment, entry) : target(of: segment, entry)
    }

    /// Returns the segment of an item, or nil for an initialization section.
    func segment(_ index: Int) -> MediaSegment? {
        let entry = entries[index]
        return entry.section > 0 ? nil : place.rendition.playlist.segments[Int(entry.segment)]
    }

    /// Returns the path of an item's file, relative to the folder of the playlist.
    func relativePath(_ index: Int) -> String {
        let playlist = place.rendition.playlist
        let entry = entries[index]
        let uri =
            entry.section > 0
            ? playlist.initializationSections[Int(entry.section) - 1].uri
            : playlist.segments[Int(entry.segment)].uri
        return place.file(of: uri)?.relative(to: place.rendition.path.folder) ?? ""
    }

    /// Appends a segment, whose URI must name a file of the tree.
    mutating func append(_ segment: MediaSegment, _ protection: VerificationItem.Protection) {
        append(segment, section: 0, protection)
    }

    /// Appends the initialization section of a segment, whose URI must name a file of the tree.
    mutating func append(
        section: Int,
        of segment: MediaSegment,
        _ protection: VerificationItem.Protection
    ) {
        append(segment, section: UInt32(section) + 1, protection)
    }

    private mutating func append(
        _ segment: MediaSegment,
        section: UInt32,
        _ protection: VerificationItem.Protection
    ) {
        let (form, record, vector): (Form, KeyRecord?, InitializationVector?) =
            switch protection {
            case .clear: (.clear, nil, nil)
            case .wholeSegment(let record, let vector): (.wholeSegment, record, vector)
            case .iFrame(let record, let vector): (.iFrame, record, vector)
            case .sealed(let record): (.sealed, record, nil)
            case .sampleAES(let record, let vector): (.sampleAES, record, vector)
            case .commonEncryption(let record, let scheme): (.commonEncryption(scheme), record, nil)
            }
        entries.append(
            Entry(
                segment: UInt32(segment.index),
                section: section,
                form: form,
                record: record.map { number(of: $0) } ?? 0,
                iv: vector ?? InitializationVector(mediaSequence: 0)
            )
        )
    }

    /// Returns the index of a record, which is most often that of the previous item; adds a new record.
    private mutating func number(of record: KeyRecord) -> UInt32 {
        let known = records.lastIndex { $0.keyID == record.keyID }
        if known == nil { records.append(record) }
        return UInt32(known ?? records.count - 1)
    }

    private func protection(_ entry: Entry) -> VerificationItem.Protection {
        let record = { records[Int(entry.record)] }
        return switch entry.form {
        case .clear: .clear
        case .wholeSegment: .wholeSegment(record(), entry.iv)
        case .iFrame: .iFrame(record(), entry.iv)
        case .sealed: .sealed(record())
        case .sampleAES: .sampleAES(record(), entry.iv)
        case .commonEncryption(let scheme): .commonEncryption(record(), scheme)
        }
    }

    private func target(of segment: MediaSegment, _ entry: Entry) -> VerificationItem {
        let counterpart = source?.segment(segment.index)
        return target(
            line: segment.uriLine,
            place: place.place(of: segment),
            source: counterpart.flatMap { source?.place(of: $0) },
            entry,
            mediaSequence: segment.mediaSequence,
            ExpectedSyntax(
                role: place.rendition.playlist.isIFramesOnly ? .iFrameRange : .mediaSegment,
                mapSectionApplies: segment.initializationSection != nil
            )
        )
    }

    /// Creates the item of an initialization section.
    ///
    /// The protected playlist may have more initialization sections than the source, so the counterpart is
    /// the one of the same segment.
    private func target(
        ofSection index: Int,
        of segment: MediaSegment,
        _ entry: Entry
    ) -> VerificationItem {
        let counterpart = source?.segment(segment.index)?.initializationSection
        var target = target(
            line: place.rendition.playlist.initializationSections[index].line,
            place: place.place(ofSection: index),
            source: counterpart.flatMap { source?.place(ofSection: $0) },
            entry,
            mediaSequence: nil,
            ExpectedSyntax(role: .initializationSection)
        )
        target.sectionUse = sectionUses[target.location] ?? InitializationSectionUse()
        return target
    }

    private func target(
        line: Int,
        place found: VerificationItem.Input?,
        source: VerificationItem.Input?,
        _ entry: Entry,
        mediaSequence: UInt64?,
        _ expectation: ExpectedSyntax
    ) -> VerificationItem {
        guard let found else { preconditionFailure("a target's URI names a file of the tree") }
        return VerificationItem(
            playlist: place.rendition.path,
            line: line,
            input: found,
            source: source,
            protection: protection(entry),
            isDigestedByInvariant: place.isSampleEncrypted,
            comparesKeyIDs: place.comparesKeyIDs,
            mediaSequence: mediaSequence,
            expectation: expectation
        )
    }
}
