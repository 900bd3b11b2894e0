package import TransportStreams

/// A piece of a segment that SAMPLE-AES leaves as it was, once it is decrypted.
///
/// The essence of a segment is the sequence of its records. It is the same in the clear and in the protected segment,
/// whatever happened to packet boundaries, stuffing, the program map and packet sizes.
package struct EssenceRecord: Hashable, Sendable {
    /// What it is.
    package enum Kind: Hashable, Sendable {
        /// A packet of a stream that is not protected, all 188 bytes; null packets and the program map are left out.
        case packet(PacketIdentifier)
        /// The adaptation field of a packet of a protected stream, without length and stuffing; left out when its flags
        /// are all 0.
        case adaptationField(PacketIdentifier)
        /// A PES packet of a stream that SAMPLE-AES can protect: its header with PES_packet_length 0, then its data in
        /// the clear.
        case pesPacket(PacketIdentifier, SampleAESCodec)
        /// An ID3 tag of packed audio, without the audio description.
        case tag
        /// A frame of packed audio, header included.
        case audioFrame(SampleAESCodec)
        /// A box of fMP4 at the top level, header included, that protection leaves alone.
        case box
        /// A `moof` without what protection adds to it, with all that depends on sizes and places set to 0, and without
        /// sample description indices.
        case movieFragment
        /// A sample of fMP4 in the clear, of the track with this track_ID; in the order of their bytes.
        case sample(track: UInt32)
    }

    /// What it is.
    package let kind: Kind
    /// Where it starts in the bytes that were read.
    package let offset: UInt64
    /// Its bytes, in the buffer of who gave it out.
    package let range: Range<Int>

    /// A record from its parts.
    package init(kind: Kind, offset: UInt64, range: Range<Int>) {
        self.kind = kind
        self.offset = offset
        self.range = range
    }
}
