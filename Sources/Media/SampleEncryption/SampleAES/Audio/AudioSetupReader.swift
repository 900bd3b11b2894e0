import Bitstreams
package import ElementaryStreams

/// A reader of the first frames of a clear audio stream, which builds its audio setup information.
///
/// Call `consume` with the elementary stream, from the start of a frame on, until it returns true; then call
/// `finish`.
package struct AudioSetupReader: Sendable {
    private var scanner: AudioFrameScanner
    private var builder: any AudioSetupBuilder
    /// The start of an incomplete frame.
    private var pending: [UInt8] = []
    /// The offset of `pending` in the file.
    private var pendingOffset: UInt64 = 0
    private var isComplete = false

    /// - Parameters:
    ///   - codec: the codec of the frames.
    ///   - declaredType: the AAC type that a playlist declares, or nil. It decides between `zaac`, `zach` and
    ///     `zacp` if the frames do not.
    package init(_ codec: AudioFrameScanner.Codec, declaredType: AudioSetupInformation.AudioType? = nil) {
        scanner = AudioFrameScanner(codec)
        builder =
            switch codec {
            case .aac: AACSetupBuilder(declaredType: declaredType)
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
            isComplete = try builder.examine(
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
        try builder.finish()
    }
}

/// A builder of the setup information of AC-3: the first 10 bytes of a syncframe.
struct AC3SetupBuilder: AudioSetupBuilder {
    private static let setupByteCount = 10

    private var setupData: [UInt8]?

    mutating func examine(
        _ bytes: ArraySlice<UInt8>,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> Bool {
        setupData = Array(bytes.prefix(Self.setupByteCount))
        return true
    }

    func finish() throws(SampleEncryptionError) -> AudioSetupInformation? {
        setupData.map { AudioSetupInformation(audioType: .zac3, setupData: $0) }
    }
}

/// A builder of the setup information of E-AC-3: the content of the `dec3` box (ETSI TS 102 366, F.6), from
/// the syncframes of the first access unit.
struct EAC3SetupBuilder: AudioSetupBuilder {
    private var configuration = DolbyConfigurationBuilder()
    /// The offset of the first frame in the file, or nil before it.
    private var offset: UInt64?

    mutating func examine(
        _ bytes: ArraySlice<UInt8>,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> Bool {
        self.offset = self.offset ?? offset
        do throws(ParseError) {
            var isFirst = AC3SyncFrame.isAC3(bytes)
            if !isFirst { isFirst = try EAC3SyncFrame(bytes, at: offset).isOfFirstProgram }
            // The access unit starts of the scanner do not help here: PES packets may begin within an access
            // unit.
            if isFirst, configuration.isComplete { return true }
            // A stream may also begin within an access unit. Frames before the first independent substream of
            // the first program are skipped.
            guard isFirst || !configuration.isEmpty else { return false }
            try configuration.add(bytes, at: offset)
        } catch {
            throw .malformed(error)
        }
        return false
    }

    func finish() throws(SampleEncryptionError) -> AudioSetupInformation? {
        guard let offset else { return nil }
        guard !configuration.isEmpty else {
            throw .malformed(.missing(offset: offset, "frame of the first program among the E-AC-3 frames"))
        }
        if let identifier = configuration.ac3BitstreamID {
            throw .malformed(
                .invalid(
                    offset: offset + 5,
                    field: "bsid",
                    found: "\(identifier), of AC-3",
                    expected: "11 to 16 of E-AC-3, which the stream is declared as"
                )
            )
        }
        return AudioSetupInformation(audioType: .zec3, setupData: configuration.eac3Body)
    }
}
