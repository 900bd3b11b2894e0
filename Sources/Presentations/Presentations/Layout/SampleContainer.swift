package import MediaProbing
import TransportStreams

/// The container of a media resource, guessed from its first bytes, for sample encryption.
package enum SampleContainer: Hashable {
    /// An MPEG transport stream with packets of 188, 192 or 204 bytes.
    case transportStream
    /// Packed audio: audio frames without a container.
    case packedAudio
    /// An fMP4 segment or initialization section.
    case fragmentedMP4
    /// WebVTT, which stays clear.
    case text
    /// A container whose samples cannot be encrypted.
    case unsupported(StreamKind)

    /// Guesses the container from the first bytes of a media resource.
    package static func sniff(_ prefix: ArraySlice<UInt8>) -> SampleContainer {
        // The bytes before the sync byte of a packet of 192 bytes are arbitrary and may look like any format.
        if hasSyncBytes(prefix, of: .timestamped), !hasSyncBytes(prefix, of: .plain) {
            return .transportStream
        }
        let kind = StreamKind.sniff(prefix.prefix(StreamKind.detectionLength))
        return switch kind {
        case .transportStream: .transportStream
        case .packedAudio: .packedAudio
        case .webVTT: .text
        case .fragmentedMP4, .initializationSection: .fragmentedMP4
        case .webVTTInUTF16, .unknown: .unsupported(kind)
        }
    }

    /// Indicates whether up to three packets, as far as they are in the prefix, have their sync byte.
    private static func hasSyncBytes(_ prefix: ArraySlice<UInt8>, of format: PacketFormat) -> Bool {
        guard prefix.count >= format.stride else { return false }
        return (0..<3).allSatisfy { packet in
            let position = prefix.startIndex + packet * format.stride + format.prefixSize
            return !prefix.indices.contains(position) || prefix[position] == 0x47
        }
    }
}
