package import MediaProbing
import TransportStreams

/// What the protection of samples can do with a resource, by its first bytes.
package enum SampleContainer: Hashable {
    /// Packets of 188, 192 or 204 bytes.
    case transportStream
    /// Audio frames back to back.
    case packedAudio
    /// Fragments of fMP4, or its initialization section.
    case fragmentedMP4
    /// WebVTT, which stays clear.
    case text
    /// Nothing.
    case none(StreamKind)

    /// Guesses from the first bytes of a unit.
    package static func sniff(_ prefix: ArraySlice<UInt8>) -> SampleContainer {
        // What stands before the sync byte of a timestamped packet is arbitrary and looks like anything.
        if hasSyncBytes(prefix, of: .timestamped), !hasSyncBytes(prefix, of: .plain) {
            return .transportStream
        }
        let kind = StreamKind.sniff(prefix.prefix(StreamKind.sniffLength))
        return switch kind {
        case .transportStream: .transportStream
        case .packedAudio: .packedAudio
        case .webVTT: .text
        case .fragmentedMP4, .initializationSection: .fragmentedMP4
        case .webVTTInUTF16, .unknown: .none(kind)
        }
    }

    /// Whether the first three packets, those that are there, begin as they must in a format.
    private static func hasSyncBytes(_ prefix: ArraySlice<UInt8>, of format: PacketFormat) -> Bool {
        guard prefix.count >= format.stride else { return false }
        return (0..<3).allSatisfy { packet in
            let place = prefix.startIndex + packet * format.stride + format.prefix
            return !prefix.indices.contains(place) || prefix[place] == 0x47
        }
    }
}
