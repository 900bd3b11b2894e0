import TransportStreams

/// Where the data of a PES packet are, and their time; the header of an essence record is whole.
struct PESData {
    /// The first byte of the data.
    let start: Int
    /// The PTS, 33 bits at 90 kHz.
    let presentationTime: UInt64?

    /// Nil when there is no whole header.
    init?(_ bytes: Span<UInt8>) {
        guard let header = try? PESHeader(bytes, at: 0), let size = header.size, size <= bytes.count else {
            return nil
        }
        start = size
        presentationTime = header.presentationTime
    }
}
