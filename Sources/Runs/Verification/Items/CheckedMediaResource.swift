import MediaProbing

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

    let place: FileRange
    /// The MAC of the clear bytes or of the invariant, or nil if they could not be read.
    let mac: SixteenBytes?
    /// The number of bytes that the MAC covers.
    let macCoveredLength: UInt64
    /// Indicates whether the bytes are a clear media resource, and not an I-frame inside one.
    let isClearMedia: Bool
    /// Indicates whether this is an fMP4 initialization section; the media digest ignores its location.
    let isFragmentSection: Bool
    /// Indicates whether the clear bytes or the invariant are those of the source.
    let isSource: Bool
    /// Indicates whether the file is fMP4 and may have a segment index (`sidx`).
    let mayHaveIndex: Bool

    init(_ target: VerificationItem, _ outcome: VerificationItemChecker.Outcome) {
        place = FileRange(SixteenBytes(standingFor: target.location.path), outcome.range)
        mac = outcome.code.map { SixteenBytes(leading: $0) }
        macCoveredLength = outcome.codeLength
        isClearMedia = target.isClear && target.expectation.role != .iFrameRange
        isFragmentSection = outcome.isFragmentSection
        isSource = outcome.isSource
        mayHaveIndex =
            target.isDigestedByInvariant && [.fragmentedMP4, .initializationSection].contains(outcome.kind)
    }
}

extension VerificationItem {
    fileprivate var isClear: Bool { if case .clear = protection { true } else { false } }
}
