/// The classes of tracks that share a key (`--key-per type`), with their numbers of pixels (width times height).
enum TrackClass: String, CaseIterable {
    case audio, sd, hd, uhd

    /// The track of a key for the whole presentation.
    static let all = "all"

    private static let sdLimit = 1024 * 576
    private static let hdLimit = 1920 * 1080

    /// The pictures of the class, both ends inclusive; nil for audio, which has none, and for an open end.
    var pixels: (minimum: Int?, maximum: Int?) {
        switch self {
        case .audio: (nil, nil)
        case .sd: (nil, Self.sdLimit)
        case .hd: (Self.sdLimit + 1, Self.hdLimit)
        case .uhd: (Self.hdLimit + 1, nil)
        }
    }
}
