package import Bitstreams

/// `tkhd`: what a track is in its movie (ISO/IEC 14496-12, 8.3.2).
package struct TrackHeaderBox: Hashable, Sendable {
    /// track_ID.
    package let trackID: UInt32
    /// Whether the track is to be presented by itself (flag 1).
    package let isEnabled: Bool
    /// Tracks of one group, other than 0, are alternatives of which one is presented.
    package let alternateGroup: UInt16
    /// How pictures are shown.
    package let matrix: DisplayMatrix
    /// The width that pictures are shown in before the matrix, in 16.16 fixed point; 0 of sound.
    package let width: UInt32
    /// The height.
    package let height: UInt32

    /// Reads the body, versions 0 and 1.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        let full = try FullBoxHeader(&reader, newest: 1)
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
