import MediaProbing

/// The measurement of a file or byte range.
struct ResourceMeasurement: Sendable {
    /// The size as stored, in bytes; nil if not measured, missing or too short.
    var bytes: UInt64?
    /// The contents, or nil if they were not read.
    var content: MediaContent?
    /// The initialization that segments need, if this is an initialization section; otherwise nil.
    var initialization: MediaInitialization?
    /// The reason why the resource could not be measured, as a message; otherwise nil.
    var failure: String?
}
