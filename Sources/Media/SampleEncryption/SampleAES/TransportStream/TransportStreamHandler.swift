import TransportStreams

/// A consumer of the findings of a `TransportStreamDemultiplexer`: an encryptor or a reader of the invariant.
protocol TransportStreamHandler: ~Copyable {
    /// Indicates whether the handler needs NAL units; false if it does not change them.
    ///
    /// - Parameter isProtected: true if the program map declares the stream as protected.
    /// - Returns: true if NAL units must be found.
    func needsUnits(isProtected: Bool) -> Bool

    /// Handles a packet that is neither a null packet nor of the program map or of a stream that SAMPLE-AES
    /// can protect.
    mutating func handlePacket(
        of pid: PacketIdentifier,
        number: Int,
        in window: borrowing PacketWindow
    ) throws(SampleEncryptionError)

    /// Handles the adaptation field of a packet of a stream that SAMPLE-AES can protect: its flags and what
    /// follows, up to the stuffing.
    mutating func handleAdaptationField(
        of pid: PacketIdentifier,
        _ range: Range<Int>,
        number: Int,
        in window: borrowing PacketWindow
    ) throws(SampleEncryptionError)

    /// Handles a packet with a part of the program map.
    mutating func handleProgramMapPacket(
        number: Int,
        of tables: SingleProgramTables,
        in window: inout PacketWindow
    ) throws(SampleEncryptionError)

    /// Handles the release of the first `count` PES packets of a stream, with the complete units and frames
    /// in `units` and `frames`.
    mutating func handleRelease(
        _ count: Int,
        of stream: inout PESPacketQueue,
        at index: Int,
        in window: inout PacketWindow
    ) throws(SampleEncryptionError)

    /// Handles a duplicate packet that comes after all PES packets of its stream were released.
    mutating func handleDuplicate(
        number: Int,
        ofStreamAt index: Int,
        in window: inout PacketWindow
    ) throws(SampleEncryptionError)
}
