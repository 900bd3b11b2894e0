import TransportStreams

/// The start of the data of a PES packet, and its timestamp.
///
/// In a record of the invariant the header is complete.
struct PESData {
    /// The offset of the data in the packet, in bytes.
    let start: Int
    /// The PTS, 33 bits at 90 kHz, or nil if the header has none.
    let presentationTime: UInt64?

    /// Reads the header, or returns nil if it is not complete.
    init?(_ bytes: Span<UInt8>) {
        guard let header = try? PESHeader(bytes, at: 0), let size = header.size, size <= bytes.count else {
            return nil
        }
        start = size
        presentationTime = header.presentationTime
    }
}
