/// A sample of a track: what it is and where its bytes are.
package struct MovieSample: Hashable, Sendable {
    /// When it is decoded, in ticks of the track.
    package var decodeTime: UInt64
    /// Ticks.
    package var duration: UInt32
    /// From decoding to presentation, in ticks.
    package var compositionOffset: Int32
    /// Where it starts in the file.
    package var offset: UInt64
    /// Bytes.
    package var size: UInt32
    /// Whether decoding can begin with it.
    package var isSync: Bool
    /// Its sample entry, from 1.
    package var descriptionIndex: UInt32

    /// A sample from its parts.
    package init(
        decodeTime: UInt64,
        duration: UInt32,
        compositionOffset: Int32,
        offset: UInt64,
        size: UInt32,
        isSync: Bool,
        descriptionIndex: UInt32
    ) {
        self.decodeTime = decodeTime
        self.duration = duration
        self.compositionOffset = compositionOffset
        self.offset = offset
        self.size = size
        self.isSync = isSync
        self.descriptionIndex = descriptionIndex
    }
}
