import MediaProbing

/// What is kept of a target that was checked, in few bytes: there may be hundreds of thousands.
struct CheckedUnit: Sendable {
    /// The bytes that were read: the same for a file that is named whole and for one that is named by its range.
    struct Place: Hashable, Comparable, Sendable {
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

    /// The unit.
    let place: Place
    /// The authentication code of the clear bytes or the essence; nil if they could not be had.
    let code: SixteenBytes?
    /// What the code covers, in bytes.
    let codeLength: UInt64
    /// Whether it is media in the clear, whole: I-frames are parts of segments.
    let isClearMedia: Bool
    /// Whether it is a section of fMP4, which the digest of a rendition takes without its place.
    let isFragmentSection: Bool
    /// Whether the clear bytes or the essence are all those of the source.
    let isSource: Bool
    /// Whether it is a file of fMP4, in which an index may be.
    let mayHaveIndex: Bool

    init(_ target: VerificationTarget, _ outcome: TargetChecker.Outcome) {
        place = Place(SixteenBytes(standingFor: target.location.path), outcome.range)
        code = outcome.code.map { SixteenBytes(leading: $0) }
        codeLength = outcome.codeLength
        isClearMedia = target.isClear && target.expectation.role != .iFrameRange
        isFragmentSection = outcome.isFragmentSection
        isSource = outcome.isSource
        mayHaveIndex =
            target.countsByEssence && [.fragmentedMP4, .initializationSection].contains(outcome.kind)
    }
}

extension VerificationTarget {
    fileprivate var isClear: Bool { if case .clear = protection { true } else { false } }
}
