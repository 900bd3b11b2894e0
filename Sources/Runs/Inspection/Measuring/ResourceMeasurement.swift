import MediaProbing

/// What was found of a file or byte range.
struct ResourceMeasurement: Sendable {
    /// Bytes as stored; nil when there is no such file.
    var bytes: UInt64?
    /// What it holds, if it was looked at.
    var content: MediaContent?
    /// What the segments behind it need, if it is an initialization section.
    var initialization: MediaInitialization?
    /// Why it could not be looked at, in words.
    var failure: String?
}
