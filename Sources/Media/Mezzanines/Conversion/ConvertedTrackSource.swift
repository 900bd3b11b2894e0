import Bitstreams
import TransportStreams

/// The samples of an elementary stream in the form that they have in fragmented MP4, without gaps.
///
/// They are converted while they are read.
struct ConvertedTrackSource: ByteSource {
    /// The layout of the elementary stream in the file.
    enum Layout: Hashable, Sendable {
        /// The stream is in the packets of a PID.
        case packets(pid: Int, PacketFormat)
        /// The stream is the file itself.
        case plain
    }

    /// The path of the file as the user gave it.
    let path: String
    /// The bytes of the file.
    let file: any ByteSource
    let layout: Layout
    let conversion: SampleConverter.Kind
    let points: SeekPoints
    /// The total size of the samples in bytes.
    let size: UInt64

    func makeReader() throws(ByteSourceError) -> any ByteSourceReader {
        ConvertedTrackReader(self, try file.makeReader())
    }

    func isUnchanged() -> Bool { file.isUnchanged() }
}
