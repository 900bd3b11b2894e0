/// The optional properties of a segment, which most playlists do not write.
final class SegmentDetails: Sendable {
    let title: String?
    let date: DateTime?
    let bitrate: UInt64?

    /// Creates the properties, or nil if there are none.
    init?(title: String?, date: DateTime?, bitrate: UInt64?) {
        guard title != nil || date != nil || bitrate != nil else { return nil }
        self.title = title
        self.date = date
        self.bitrate = bitrate
    }
}
