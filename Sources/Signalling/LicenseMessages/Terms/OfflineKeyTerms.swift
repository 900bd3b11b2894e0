import Bitstreams

/// The terms of an offline key in a CKC.
package struct OfflineKeyTerms: Hashable, Sendable {
    /// Lengths of a value: of version 1, and of version 2 with its title id.
    static let byteCounts = 32...48
    private static let idByteCount = 16

    /// The stream's id, 16 bytes.
    package let streamID: [UInt8]
    /// The title's id, 16 bytes, of version 2; nil in version 1.
    package let titleID: [UInt8]?
    /// How long the key may be kept, in seconds; 0 for ever.
    package let storageSeconds: UInt32
    /// How long it may be used from the first playback, in seconds; 0 for ever.
    package let playbackSeconds: UInt32

    /// The version of the value.
    package var version: UInt32 { titleID == nil ? 1 : 2 }

    /// Terms of their parts; nil for an id that is not of 16 bytes.
    package init?(streamID: [UInt8], titleID: [UInt8]?, storageSeconds: UInt32, playbackSeconds: UInt32) {
        guard streamID.count == Self.idByteCount, titleID.map({ $0.count == Self.idByteCount }) ?? true else {
            return nil
        }
        self.streamID = streamID
        self.titleID = titleID
        self.storageSeconds = storageSeconds
        self.playbackSeconds = playbackSeconds
    }

    /// Reads a value of 32 to 48 bytes; nil for one of version 2 without a title id.
    init?(value: [UInt8]) {
        let hasTitle = UInt32(bigEndianBytes: value[0..<4]) >= 2
        guard !hasTitle || value.count == Self.byteCounts.upperBound else { return nil }
        streamID = Array(value[8..<24])
        storageSeconds = UInt32(bigEndianBytes: value[24..<28])
        playbackSeconds = UInt32(bigEndianBytes: value[28..<32])
        titleID = hasTitle ? Array(value[32..<48]) : nil
    }

    /// The bytes of a value.
    var value: [UInt8] {
        [UInt8](bigEndian: version) + [0, 0, 0, 0] + streamID + [UInt8](bigEndian: storageSeconds)
            + [UInt8](bigEndian: playbackSeconds) + (titleID ?? [])
    }
}
