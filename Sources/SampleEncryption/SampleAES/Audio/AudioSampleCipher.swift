package import Ciphers
package import ElementaryStreams

/// SAMPLE-AES of audio frames: whole blocks behind the ADTS header and 16 clear bytes.
package struct AudioSampleCipher: ~Copyable {
    /// A cipher for one stream of one segment.
    package init(_ direction: CBCChain.Direction, key: SampleAESKey) throws(CipherError) {}

    /// Encrypts or decrypts frames in place.
    ///
    /// The chain starts again where an access unit does, and runs on over the other syncframes of E-AC-3.
    package mutating func apply(
        to frames: [AudioFrame],
        in bytes: inout MutableSpan<UInt8>
    ) throws(CipherError) {}
}
