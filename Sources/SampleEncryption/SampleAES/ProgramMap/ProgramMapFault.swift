package import Bitstreams
package import TransportStreams

/// What is wrong with the program map of a segment that SAMPLE-AES protects.
package enum ProgramMapFault: Error, Hashable, Sendable {
    /// The first descriptor of a protected stream is not the private data indicator of its codec.
    ///
    /// `found` is the indicator that stands elsewhere or says something else, in words.
    case privateDataIndicator(PacketIdentifier, found: String, expected: String)
    /// There is no registration 'apad' in a protected audio stream, or it is not the second descriptor.
    case audioRegistration(PacketIdentifier, found: String)
    /// A protected stream has a registration besides 'apad' that says it were clear.
    case clearRegistration(PacketIdentifier, format: String)
    /// What stands behind 'apad' cannot be read.
    case audioSetup(PacketIdentifier, ParseError)
    /// The audio type, or what follows it, is not that of the codec.
    case audioSetupOfAnotherCodec(PacketIdentifier, found: String, expected: String)
    /// A stream that is not protected by its stream type has the descriptors of one that is.
    case protectionOfClearStream(PacketIdentifier, found: String)
    /// The section does not fit into one packet.
    case size(Int)
    /// version_number does not follow that of the clear map.
    case version(found: UInt8, expected: UInt8)
    /// Something else differs from the clear map.
    case difference(PacketIdentifier?, what: String, found: String, expected: String)
}
