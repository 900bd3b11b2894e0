import Ciphers
import ElementaryStreams

/// The cipher of one audio stream, whose chain may run on from one PES packet to the next.
///
/// A class, so that it can be kept in an array.
final class StreamAudioCipher {
    private var cipher: AudioSampleCipher

    init(_ direction: CBCChain.Direction, key: SampleAESKey) throws(CipherError) {
        cipher = try AudioSampleCipher(direction, key: key)
    }

    /// Encrypts or decrypts frames in place.
    func apply(to frames: [AudioFrame], in bytes: inout [UInt8]) throws(CipherError) {
        var span = bytes.mutableSpan
        try cipher.apply(to: frames, in: &span)
    }
}
