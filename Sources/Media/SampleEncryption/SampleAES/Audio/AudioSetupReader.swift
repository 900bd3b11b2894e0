package import ElementaryStreams

/// A reader of the first frames of a clear audio stream, which builds its audio setup information.
///
/// Call `consume` with the elementary stream, from the start of a frame on, until it returns true; then call
/// `finish`.
package struct AudioSetupReader: Sendable {
    private var scanner: AudioFrameScanner
    private var maker: any AudioSetupBuilder
    /// The start of an incomplete frame.
    private var pending: [UInt8] = []
    /// The offset of `pending` in the file.
    private var pendingOffset: UInt64 = 0
    private var isComplete = false

    /// - Parameters:
    ///   - codec: the codec of the frames.
    ///   - declared: the AAC type that a playlist declares, or nil. It decides between `zaac`, `zach` and
    ///     `zacp` if the frames do not.
    package init(_ codec: AudioFrameScanner.Codec, declared: AudioSetupInformation.AudioType? = nil) {
        scanner = AudioFrameScanner(codec)
        maker =
            switch codec {
            case .aac: AACSetupBuilder(declared: declared)
            case .ac3: AC3SetupBuilder()
            case .eac3: EAC3SetupBuilder()
            }
    }

    /// Examines the next bytes of the elementary stream.
    ///
    /// - Parameters:
    ///   - bytes: the bytes after those of the previous call; the first call starts with a frame.
    ///   - offset: the offset of the bytes in the file, for errors.
    /// - Returns: true if no more bytes are needed.
    /// - Throws: `SampleEncryptionError` for malformed frames, and for those for which SAMPLE-AES has no
    ///   setup information.
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
            isComplete = try maker.examine(
                pending[frame.range],
                at: pendingOffset + UInt64(frame.range.lowerBound)
            )
            position = frame.range.upperBound
        }
        pending.removeFirst(position)
        pendingOffset += UInt64(position)
        return isComplete
    }

    /// Returns the frame at `position`, or nil if it is incomplete.
    ///
    /// Static, because no other property can be changed while a span of one exists.
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

    /// Ends the stream and returns its setup information.
    ///
    /// - Returns: the information, or nil if there was no complete frame.
    /// - Throws: `SampleEncryptionError` for a stream for which SAMPLE-AES has no setup information.
    package consuming func finish() throws(SampleEncryptionError) -> AudioSetupInformation? {
        try maker.finish()
    }
}
