import Bitstreams

/// `tkhd`: the properties of a track in its movie (ISO/IEC 14496-12, 8.3.2).
package struct TrackHeaderBox: Hashable, Sendable {
    /// track_ID.
    let trackID: UInt32
    /// Indicates whether the track is enabled for presentation (flag 1).
    package let isEnabled: Bool
    /// alternate_group: tracks of the same group are alternatives of which one is presented; 0 means no
    /// group.
    package let alternateGroup: UInt16
    /// The transformation matrix for pictures.
    package let matrix: DisplayMatrix
    /// The display width of pictures before the matrix, in 16.16 fixed point; 0 for audio.
    package let width: UInt32
    /// The display height, like `width`.
    package let height: UInt32

    /// Reads the body, versions 0 and 1.
    init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        let full = try FullBoxHeader(&reader, maximumVersion: 1)
        isEnabled = full.flags & 1 != 0
        // creation_time, modification_time
        try reader.skip(full.version == 0 ? 8 : 16)
        trackID = try reader.uint32()
        // reserved, duration, reserved, layer
        try reader.skip(full.version == 0 ? 4 + 4 + 8 + 2 : 4 + 8 + 8 + 2)
        alternateGroup = try reader.uint16()
        // volume, reserved
        try reader.skip(2 + 2)
        matrix = try DisplayMatrix(&reader)
        width = try reader.uint32()
        height = try reader.uint32()
    }
}
