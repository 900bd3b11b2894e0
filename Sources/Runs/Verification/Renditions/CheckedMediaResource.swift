import MediaProbing
import MediaSyntax

/// The result of one verification item, in few bytes because there may be hundreds of thousands.
struct CheckedMediaResource: Sendable {
    /// The range of a file that was read.
    ///
    /// It is the same for a file that is named as a whole and for one that is named by its full range.
    struct FileRange: Hashable, Comparable, Sendable {
        let file: SixteenBytes
        let start: UInt64
        let end: UInt64

        init(_ file: SixteenBytes, _ range: Range<UInt64>) {
            self.file = file
            start = range.lowerBound
            end = range.upperBound
        }

        static func < (one: Self, other: Self) -> Bool {
            one.file == other.file
                ? (one.start, one.end) < (other.start, other.end) : one.file < other.file
        }
    }

    let fileRange: FileRange
    /// The MAC of the clear bytes or of the invariant, or nil if they could not be read.
    let mac: SixteenBytes?
    /// The number of bytes that the MAC covers.
    let macCoveredLength: UInt64
    /// Indicates whether the bytes are a clear media resource, and not an I-frame inside one.
    let isClearMedia: Bool
    /// Indicates whether this is an fMP4 initialization section; the media digest ignores its location.
    let isFragmentedMP4Section: Bool
    /// Indicates whether the clear bytes or the invariant are those of the source.
    let matchesSource: Bool
    /// Indicates whether the file is fMP4 and may have a segment index (`sidx`).
    let mayHaveIndex: Bool

    init(_ item: VerificationItem, _ outcome: VerificationItemChecker.Outcome) {
        fileRange = FileRange(SixteenBytes(digestOfPath: item.location.path), outcome.range)
        mac = outcome.mac.map { SixteenBytes(leading: $0) }
        macCoveredLength = outcome.macCoveredLength
        isClearMedia = item.isClear && item.expectation.role != .iFrameRange
        isFragmentedMP4Section = outcome.isFragmentedMP4Section
        matchesSource = outcome.matchesSource
        mayHaveIndex =
            item.isDigestedByInvariant && [.fragmentedMP4, .initializationSection].contains(outcome.kind)
    }
}

extension VerificationItem {
    fileprivate var isClear: Bool { if case .clear = protection { true } else { false } }
}
