import Ciphers
import ElementaryStreams

/// The cipher of one audio stream, whose CBC chain may continue from one PES packet to the next.
///
/// It is a class, because arrays cannot hold the noncopyable cipher.
final class StreamAudioCipher {
    private var cipher: AudioSampleCipher

    init(_ direction: CBCChain.Direction, key: SampleAESKey) throws(CipherError) {
        cipher = try AudioSampleCipher(direction, key: key)
    }

    func apply(to frames: [AudioFrame], in bytes: inout [UInt8]) throws(CipherError) {
        var span = bytes.mutableSpan
        try cipher.apply(to: frames, in: &span)
    }
}
