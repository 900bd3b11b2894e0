/// What most playlists do not say of their segments.
final class SegmentRemarks: Sendable {
    let title: String?
    let date: DateTime?
    let bitrate: UInt64?

    /// Nil when there is nothing to keep.
    init?(title: String?, date: DateTime?, bitrate: UInt64?) {
        guard title != nil || date != nil || bitrate != nil else { return nil }
        self.title = title
        self.date = date
        self.bitrate = bitrate
    }
}
