package import TransportStreams

/// A record of the invariant: a piece of a segment that is the same in the clear and, after decryption, in
/// the protected segment.
///
/// The invariant of a segment is the sequence of its records. Packet boundaries, stuffing, the program map
/// and packet sizes do not affect it.
package struct InvariantRecord: Hashable, Sendable {
    /// The kind of a record.
    package enum Kind: Hashable, Sendable {
        /// A packet that belongs to no stream that SAMPLE-AES can protect, all 188 bytes. Null packets and
        /// the program map are left out.
        case packet(PacketIdentifier)
        /// The adaptation field of a packet of a stream that SAMPLE-AES can protect, without length and
        /// stuffing. It is left out if its flags are all 0.
        case adaptationField(PacketIdentifier)
        /// A PES packet of a stream that SAMPLE-AES can protect: its header with PES_packet_length set to 0,
        /// then its clear data.
        case pesPacket(PacketIdentifier, SampleAESCodec)
        /// An ID3 tag of packed audio, without the audio description.
        case tag
        /// A frame of packed audio, header included.
        case audioFrame(SampleAESCodec)
        /// A top-level box of fMP4 that protection does not change, header included.
        case box
        /// A `moof` without what protection adds to it and without sample description indices, with all sizes
        /// and offsets set to 0.
        case movieFragment
        /// A clear sample of fMP4, with the track_ID of its track. Samples come by ascending offset.
        case sample(track: UInt32)
    }

    /// The kind of the record.
    package let kind: Kind
    /// The offset of the record in the bytes that were read; for a PES packet, that of the transport packet
    /// in which it starts.
    package let offset: UInt64
    /// The range of the record in the buffer of its reader.
    package let range: Range<Int>

    /// Creates a record.
    package init(kind: Kind, offset: UInt64, range: Range<Int>) {
        self.kind = kind
        self.offset = offset
        self.range = range
    }
}
