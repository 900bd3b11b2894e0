package import ElementaryStreams

/// Makes the audio setup information of one clear audio stream from its first frames.
package struct AudioSetupReader: Sendable {
    /// - Parameters:
    ///   - codec: what the frames are.
    ///   - declared: what a playlist says of the stream; it decides between `zaac`, `zach` and `zacp` where the frames
    ///     cannot.
    package init(_ codec: AudioFrameScanner.Codec, declared: AudioSetupInformation.AudioType? = nil) {}

    /// Takes the next bytes of the elementary stream.
    ///
    /// - Parameters:
    ///   - bytes: bytes that follow those before; the first ones begin a frame.
    ///   - isPacketStart: whether a PES packet starts with them.
    ///   - offset: where they stand in the file, for errors.
    /// - Returns: whether enough was seen.
    /// - Throws: `SampleEncryptionError` for frames that are malformed or that SAMPLE-AES has no setup information for.
    package mutating func consume(
        _ bytes: Span<UInt8>,
        isPacketStart: Bool,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> Bool { true }

    /// What the frames say; nil when there was none.
    package mutating func finish() throws(SampleEncryptionError) -> AudioSetupInformation? { nil }
}
