package import CommonEncryption
package import SampleEncryption
import TransportStreams

extension SampleAESFormat {
    /// Bytes from one packet to the next, in the clear and in the output; 1 and 1 where there are no packets.
    var strides: (clear: UInt64, output: UInt64) {
        switch self {
        case .transportStream(let survey), .programTables(let survey):
            (UInt64(survey.packetFormat.stride), UInt64(PacketFormat.plain.stride))
        case .packedAudio, .fragments, .movie: (1, 1)
        }
    }

    /// Where packet borders go when nothing but what is around packets is taken out.
    package var mapOfTrimming: OffsetMap {
        let strides = strides
        guard strides.clear != strides.output else { return .identity }
        return OffsetMap(clearStride: strides.clear, outputStride: strides.output)
    }

    /// The length of a segment in the output when nothing but the packets around its bytes changes.
    func outputLength(ofClear clearLength: UInt64) -> UInt64 {
        let strides = strides
        return clearLength / strides.clear * strides.output + clearLength % strides.clear
    }
}
