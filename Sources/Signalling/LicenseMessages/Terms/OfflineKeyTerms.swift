import Bitstreams

/// The terms of an offline key in a CKC.
package struct OfflineKeyTerms: Hashable, Sendable {
    /// The lengths of a value, in bytes: 32 in version 1, and 48 in version 2, which has a title id.
    static let byteCounts = 32...48
    private static let idByteCount = 16

    /// The id of the stream, 16 bytes.
    package let streamID: [UInt8]
    /// The id of the title, 16 bytes, in version 2, or nil in version 1.
    package let titleID: [UInt8]?
    /// The time for which the key may be stored, in seconds; 0 is unlimited.
    package let storageSeconds: UInt32
    /// The time for which it may be used from the first playback, in seconds; 0 is unlimited.
    package let playbackSeconds: UInt32

    /// The version of the value, which depends on the title id.
    var version: UInt32 { titleID == nil ? 1 : 2 }

    /// Creates terms from their parts, or nil if an id does not have 16 bytes.
    package init?(streamID: [UInt8], titleID: [UInt8]?, storageSeconds: UInt32, playbackSeconds: UInt32) {
        guard streamID.count == Self.idByteCount, titleID.map({ $0.count == Self.idByteCount }) ?? true else {
            return nil
        }
        self.streamID = streamID
        self.titleID = titleID
        self.storageSeconds = storageSeconds
        self.playbackSeconds = playbackSeconds
    }

    /// Reads a value of 32 to 48 bytes, or is nil for version 2 without a title id.
    init?(value: [UInt8]) {
        let hasTitle = UInt32(bigEndianBytes: value[0..<4]) >= 2
        guard !hasTitle || value.count == Self.byteCounts.upperBound else { return nil }
        streamID = Array(value[8..<24])
        storageSeconds = UInt32(bigEndianBytes: value[24..<28])
        playbackSeconds = UInt32(bigEndianBytes: value[28..<32])
        titleID = hasTitle ? Array(value[32..<48]) : nil
    }

    /// The terms as bytes.
    var value: [UInt8] {
        [UInt8](bigEndian: version) + [0, 0, 0, 0] + streamID + [UInt8](bigEndian: storageSeconds)
            + [UInt8](bigEndian: playbackSeconds) + (titleID ?? [])
    }
}
