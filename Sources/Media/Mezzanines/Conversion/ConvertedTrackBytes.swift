import Bitstreams
import TransportStreams

/// The samples of an elementary stream, one behind the other in the form that fragmented MP4 has, made while they are read.
struct ConvertedTrackBytes: ByteSource {
    /// How the elementary stream lies in the file.
    enum Layout: Hashable, Sendable {
        /// In the packets of a PID.
        case packets(pid: Int, PacketFormat)
        /// As the file itself.
        case plain
    }

    /// The file's path as it was given.
    let path: String
    /// The file.
    let file: any ByteSource
    let layout: Layout
    let conversion: SampleConversion.Kind
    let points: ReadingPoints
    /// Bytes of all samples.
    let size: UInt64

    func makeReader() throws(ByteSourceFailure) -> any ByteSourceReader {
        ConvertedTrackReader(self, try file.makeReader())
    }

    func isUnchanged() -> Bool { file.isUnchanged() }
}
