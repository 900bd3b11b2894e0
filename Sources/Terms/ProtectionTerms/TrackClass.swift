/// The classes of tracks that share a key (`--key-per type`), by picture size in pixels (width times height).
package enum TrackClass: String, CaseIterable, Sendable {
    case audio, sd, hd, uhd

    /// The names of all classes.
    package static var names: [String] { allCases.map(\.rawValue) }

    /// The track name of a key for the whole presentation.
    package static let wholePresentation = "all"

    private static let largestSD = 1024 * 576
    private static let largestHD = 1920 * 1080

    /// Creates the class of pictures with this number of pixels (width times height).
    package init(pixelCount: UInt64) {
        self =
            switch pixelCount {
            case ...UInt64(Self.largestSD): .sd
            case ...UInt64(Self.largestHD): .hd
            default: .uhd
            }
    }

    /// The picture sizes of the class in pixels, or nil for audio.
    ///
    /// 1 and `Int.max` stand for open ends.
    package var pixels: ClosedRange<Int>? {
        switch self {
        case .audio: nil
        case .sd: 1...Self.largestSD
        case .hd: Self.largestSD + 1...Self.largestHD
        case .uhd: Self.largestHD + 1...Int.max
        }
    }
}
