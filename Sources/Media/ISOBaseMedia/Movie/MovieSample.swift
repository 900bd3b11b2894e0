/// A sample of a track: its times, its byte range in the file and its sample entry.
package struct MovieSample: Hashable, Sendable {
    /// The decode time, in ticks of the track.
    package var decodeTime: UInt64
    /// The duration, in ticks.
    package var duration: UInt32
    /// The time from decoding to presentation, in ticks.
    package var compositionOffset: Int32
    /// The offset of the first byte in the file.
    package var offset: UInt64
    /// The size in bytes.
    package var size: UInt32
    /// Indicates whether decoding can begin with this sample.
    package var isSync: Bool
    /// The index of the sample entry, from 1.
    package var descriptionIndex: UInt32

    /// Creates a sample from its properties.
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
