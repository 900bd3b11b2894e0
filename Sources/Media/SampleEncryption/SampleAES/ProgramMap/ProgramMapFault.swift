package import Bitstreams
package import TransportStreams

/// A fault of the program map of a segment that SAMPLE-AES protects.
package enum ProgramMapFault: Error, Hashable, Sendable {
    /// The first descriptor of a protected stream is not the private data indicator of its codec.
    ///
    /// `found` says what is there instead or where the indicator is; `expected` is the indicator.
    case privateDataIndicator(PacketIdentifier, found: String, expected: String)
    /// The second descriptor of a protected audio stream is not the registration 'apad'.
    case audioRegistration(PacketIdentifier, found: String)
    /// A protected stream has a registration that declares it clear: 'AC-3' or 'EAC3'.
    case clearRegistration(PacketIdentifier, format: String)
    /// The data after 'apad' cannot be parsed; offsets count from the audio type.
    case audioSetup(PacketIdentifier, ParseError)
    /// The audio type, or the data after it, is not of the codec.
    case audioSetupOfAnotherCodec(PacketIdentifier, found: String, expected: String)
    /// A stream with a clear stream type has a descriptor of protection.
    case protectionOfClearStream(PacketIdentifier, found: String)
    /// The section does not fit into one packet; the value is its size in bytes.
    case size(Int)
    /// version_number does not follow that of the clear map.
    case version(found: UInt8, expected: UInt8)
    /// Another difference from the clear map; the PID is nil if it concerns the program.
    case difference(PacketIdentifier?, what: String, found: String, expected: String)
}

extension ProgramMapFault {
    /// The PID of the stream, or nil if the fault concerns the program.
    package var pid: PacketIdentifier? {
        switch self {
        case .privateDataIndicator(let pid, _, _), .audioRegistration(let pid, _),
            .clearRegistration(let pid, _), .audioSetup(let pid, _),
            .audioSetupOfAnotherCodec(let pid, _, _), .protectionOfClearStream(let pid, _):
            pid
        case .difference(let pid, _, _, _): pid
        case .size, .version: nil
        }
    }

    /// The faulty value, as half a sentence.
    package var found: String {
        switch self {
        case .privateDataIndicator(_, let found, _): found
        case .audioRegistration(_, let found): found
        case .clearRegistration(_, let format): "registration '\(format)' in a protected stream"
        case .audioSetup(_, let error): "audio setup information: " + error.found
        case .audioSetupOfAnotherCodec(_, let found, _): "audio setup information of " + found
        case .protectionOfClearStream(_, let found): found + " in a stream with a clear stream_type"
        case .size(let size): "a program map section of \(size) bytes"
        case .version(let found, _): "version_number \(found)"
        case .difference(_, let what, let found, _): what + " " + found
        }
    }

    /// The correct value, as half a sentence.
    package var expected: String {
        switch self {
        case .privateDataIndicator(_, _, let expected):
            "private data indicator '\(expected)' as the first descriptor"
        case .audioRegistration: "registration 'apad' as the second descriptor"
        case .clearRegistration: "none besides 'apad'"
        case .audioSetup(_, let error): error.expected
        case .audioSetupOfAnotherCodec(_, _, let expected): expected
        case .protectionOfClearStream: "a stream_type of SAMPLE-AES, or no such descriptor"
        case .size: "at most \(ProgramMapTable.onePacketLimit), which fit into one packet"
        case .version(_, let expected): "\(expected)"
        case .difference(_, _, _, let expected): expected
        }
    }
}

extension ProgramMapFault: CustomStringConvertible {
    /// One line: "PID 0x0101: registration 'AC-3' in a protected stream, expected none besides 'apad'".
    package var description: String {
        (pid.map { "\($0): " } ?? "") + "\(found), expected \(expected)"
    }
}
