import TransportStreams

/// Who works on what a `TransportStreamDemultiplexer` finds: an encryptor or a reader of the essence.
protocol TransportStreamHandler: ~Copyable {
    /// Whether NAL units are looked at; false for who changes none.
    ///
    /// - Parameter isProtected: whether the program map says that their stream is protected.
    /// - Returns: whether to look for them.
    func needsUnits(isProtected: Bool) -> Bool

    /// A packet that is not of a stream that SAMPLE-AES can protect, nor of the program map, nor a null packet.
    mutating func takePacket(
        of pid: PacketIdentifier,
        number: Int,
        in window: borrowing PacketWindow
    ) throws(SampleEncryptionError)

    /// The adaptation field of a packet of a stream that SAMPLE-AES can protect: its flags and what follows up to the
    /// stuffing.
    mutating func takeAdaptationField(
        of pid: PacketIdentifier,
        _ range: Range<Int>,
        number: Int,
        in window: borrowing PacketWindow
    ) throws(SampleEncryptionError)

    /// A packet with a part of the program map.
    mutating func takeProgramMapPacket(
        number: Int,
        of tables: SingleProgramTables,
        in window: inout PacketWindow
    ) throws(SampleEncryptionError)

    /// The first `count` PES packets of a stream become final; `units` and `frames` are what is whole in them.
    mutating func release(
        _ count: Int,
        of stream: inout StreamAssembly,
        at index: Int,
        in window: inout PacketWindow
    ) throws(SampleEncryptionError)

    /// A packet comes once more after all PES packets of its stream were released.
    mutating func repeatPacket(
        number: Int,
        ofStreamAt index: Int,
        in window: inout PacketWindow
    ) throws(SampleEncryptionError)
}
