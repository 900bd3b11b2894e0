package import CommonEncryption
package import SampleEncryption
import TransportStreams

extension SurveyedFormat {
    /// The bytes per packet in the clear file and in the output, or 1 and 1 for formats without packets.
    var strides: (clear: UInt64, output: UInt64) {
        switch self {
        case .transportStream(let survey), .programTables(let survey):
            (UInt64(survey.packetFormat.stride), UInt64(PacketFormat.plain.stride))
        case .packedAudio, .fragments, .movie: (1, 1)
        }
    }

    /// The mapping of packet boundaries if only the extra bytes of packets of 192 or 204 bytes are removed.
    package var trimmingMap: OffsetMap {
        let strides = strides
        guard strides.clear != strides.output else { return .identity }
        return OffsetMap(clearStride: strides.clear, outputStride: strides.output)
    }

    /// Returns the length in the output, in bytes, if only the packet size changes.
    func outputLength(ofClear clearLength: UInt64) -> UInt64 {
        let strides = strides
        return clearLength / strides.clear * strides.output + clearLength % strides.clear
    }
}
