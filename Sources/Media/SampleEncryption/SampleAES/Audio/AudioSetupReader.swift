package import ElementaryStreams

/// Makes the audio setup information of one clear audio stream from its first frames.
///
/// Feed it the elementary stream from the first frame on until it has seen enough, then take the result.
package struct AudioSetupReader: Sendable {
    private var scanner: AudioFrameScanner
    private var maker: any AudioSetupMaker
    /// The start of a frame that is not whole yet.
    private var pending: [UInt8] = []
    /// Where `pending` stands in the file.
    private var pendingOffset: UInt64 = 0
    private var isComplete = false

    /// - Parameters:
    ///   - codec: what the frames are.
    ///   - declared: what a playlist says of the stream; it decides between `zaac`, `zach` and `zacp` where the frames
    ///     cannot.
    package init(_ codec: AudioFrameScanner.Codec, declared: AudioSetupInformation.AudioType? = nil) {
        scanner = AudioFrameScanner(codec)
        maker =
            switch codec {
            case .aac: AACSetupMaker(declared: declared)
            case .ac3: AC3SetupMaker()
            case .eac3: EAC3SetupMaker()
            }
    }

    /// Takes the next bytes of the elementary stream.
    ///
    /// - Parameters:
    ///   - bytes: bytes that follow those before; the first ones of all begin a frame.
    ///   - offset: where they stand in the file, for errors.
    /// - Returns: whether enough was seen.
    /// - Throws: `SampleEncryptionError` for frames that are malformed, or that SAMPLE-AES has no setup information for.
    package mutating func consume(
        _ bytes: Span<UInt8>,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> Bool {
        guard !isComplete else { return true }
        if pending.isEmpty { pendingOffset = offset }
        for index in bytes.indices { pending.append(bytes[index]) }
        var position = 0
        while !isComplete, position < pending.count {
            let frame = try Self.next(
                &scanner,
                in: pending,
                at: position,
                offset: pendingOffset
            )
            guard let frame else { break }
            isComplete = try maker.take(
                pending[frame.range],
                at: pendingOffset + UInt64(frame.range.lowerBound)
            )
            position = frame.range.upperBound
        }
        pending.removeFirst(position)
        pendingOffset += UInt64(position)
        return isComplete
    }

    /// The frame at `position`; static, because a span of one property forbids to change another.
    private static func next(
        _ scanner: inout AudioFrameScanner,
        in bytes: [UInt8],
        at position: Int,
        offset: UInt64
    ) throws(SampleEncryptionError) -> AudioFrame? {
        do {
            return try scanner.next(
                in: bytes.span,
                at: position,
                isPacketStart: false,
                offset: offset
            )
        } catch {
            throw .malformed(error)
        }
    }

    /// The stream is over, or enough was seen.
    ///
    /// - Returns: the information; nil when there was no whole frame.
    /// - Throws: `SampleEncryptionError` for a stream that SAMPLE-AES has no setup information for.
    package consuming func finish() throws(SampleEncryptionError) -> AudioSetupInformation? {
        try maker.make()
    }
}
