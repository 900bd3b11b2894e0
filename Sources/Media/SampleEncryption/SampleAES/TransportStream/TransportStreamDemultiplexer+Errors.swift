import Bitstreams
import ProtectionTerms
import TransportStreams

extension TransportStreamDemultiplexer {
    /// The remedy for segments that are cut within PES packets, frames or NAL units.
    static let remedy =
        "Cut segments between PES packets that contain whole frames, or use \(CommandOption.method) aes-128"

    static func scrambledError(_ head: PacketHead, at offset: UInt64) -> SampleEncryptionError {
        .malformed(
            .invalid(
                offset: offset + 3,
                field: "transport_scrambling_control of \(PacketIdentifier(UInt16(head.pid)))",
                found: "not 0",
                expected: "0, not scrambled"
            )
        )
    }

    static func gapError(_ head: PacketHead, at offset: UInt64, expected: UInt8) -> SampleEncryptionError {
        .malformed(
            ContinuityCounterChecker.gapError(
                on: PacketIdentifier(UInt16(head.pid)),
                found: head.continuityCounter,
                expected: expected,
                at: offset
            )
        )
    }

    static func missingStartError(_ head: PacketHead, at offset: UInt64, isFirst: Bool)
        -> SampleEncryptionError
    {
        let pid = PacketIdentifier(UInt16(head.pid))
        guard !isFirst else {
            return .unsupported(
                offset: offset,
                what: "a PES packet on \(pid) that begins before the segment",
                remedy: remedy
            )
        }
        return .malformed(
            .invalid(
                offset: offset + UInt64(head.payloadStart),
                field: "payload of \(pid)",
                found: "after the end of a PES packet",
                expected: "the start of the next PES packet"
            )
        )
    }

    /// The error for a stream whose first data do not begin a unit.
    static func beginsInsideUnitError(_ stream: PESPacketQueue, at offset: UInt64) -> SampleEncryptionError {
        .unsupported(
            offset: offset,
            what: "\(stream.codec.rawValue) on \(stream.pid) that begins inside of a "
                + (stream.codec == .avc ? "NAL unit" : "frame"),
            remedy: remedy
        )
    }

    func tooLargeError(_ index: Int) -> SampleEncryptionError {
        .unsupported(
            offset: window.offset(of: streams[index].packets.first?.firstPacket ?? 0),
            what:
                "an access unit of more than \(streams[index].sizeLimit >> 20) MiB on \(streams[index].pid)",
            remedy: "Use \(CommandOption.method) aes-128"
        )
    }
}

extension ParseError {
    /// Returns the same error at another offset.
    func moved(to offset: UInt64) -> ParseError {
        switch self {
        case .truncated(_, let needed, let available):
            .truncated(offset: offset, needed: needed, available: available)
        case .invalid(_, let field, let found, let expected):
            .invalid(offset: offset, field: field, found: found, expected: expected)
        case .missing(_, let what): .missing(offset: offset, what)
        }
    }
}
