package import SampleEncryption
package import TransportStreams

/// Reads the essence of a segment, clear or protected, record by record.
///
/// The caller lets bytes be read straight into the reader's buffer (`fill`) and takes records (`next`) until it gives
/// none. Records of a clear and of a protected segment can so be compared one by one, with bounded memory.
package struct EssenceReader: ~Copyable {
    /// How samples are packed.
    package enum Container: Hashable, Sendable {
        /// A transport stream.
        case transportStream
        /// Packed audio.
        case packedAudio
        /// Fragments of fMP4 under an initialization section, clear or protected; `keyID` is that of the key.
        case fragmentedMP4(MovieFormat, keyID: [UInt8]?)
    }

    /// One of them, by the container.
    private var transportStream: TransportStreamEssenceReader?
    private var packedAudio: PackedAudioEssenceReader?
    private var fragments: FragmentEssenceReader?

    /// - Parameters:
    ///   - container: how samples are packed.
    ///   - key: what the streams are decrypted with that the program map (or the audio description, or the
    ///     initialization section) marks as protected; nil leaves them as they are.
    ///   - section: the program map of the segment's `EXT-X-MAP`, for a segment without tables of its own.
    ///   - isWhole: false for a byte range inside of a segment (an I-frame), which may begin and end inside of PES
    ///     packets, NAL units and frames. What belongs to a PES packet that began before the range is left out. A PES
    ///     packet that goes on behind the range is given out as far as it goes; of the NAL unit that is cut there the
    ///     last 16 bytes, or all behind the first 32 when there are no more than 48, may still be encrypted, and the
    ///     frame that is cut is still encrypted. Of fMP4 a range starts with a box; a box or sample that is cut at its end
    ///     is left out, and so is what is behind.
    ///   - offset: where a segment of fMP4 starts in its file, for fragments that name places in the file.
    ///   - buffers: where the reader before left its storage for this one.
    /// - Throws: `SampleEncryptionError` where a cipher fails.
    package init(
        _ container: Container,
        key: SampleAESKey?,
        section: (pid: PacketIdentifier, map: ProgramMapTable)? = nil,
        isWhole: Bool = true,
        at offset: UInt64 = 0,
        buffers: consuming SampleAESBuffers = SampleAESBuffers()
    ) throws(SampleEncryptionError) {
        switch container {
        case .transportStream:
            transportStream = try TransportStreamEssenceReader(
                key: key,
                section: section,
                isWhole: isWhole,
                buffers: buffers
            )
            packedAudio = nil
            fragments = nil
        case .packedAudio:
            packedAudio = try PackedAudioEssenceReader(key: key)
            transportStream = nil
            fragments = nil
        case .fragmentedMP4(let movie, let keyID):
            fragments = try FragmentEssenceReader(
                movie,
                keyID: keyID,
                key: key,
                segmentOffset: offset,
                isWhole: isWhole,
                buffers: buffers
            )
            transportStream = nil
            packedAudio = nil
        }
    }

    /// Ends the work and gives the storage back, for the reader of the next segment.
    package consuming func takeBuffers() -> SampleAESBuffers {
        if let transportStream { return transportStream.takeBuffers() }
        if let fragments { return fragments.takeBuffers() }
        return SampleAESBuffers()
    }

    /// The program map, once it was read, and where.
    package var programMap: (pid: PacketIdentifier, map: ProgramMapTable)? {
        switch transportStream {
        case .some(let reader): reader.programMap
        case .none: nil
        }
    }

    /// All that the program map of the bytes themselves was so far; no two are the same.
    package var ownProgramMaps: [ProgramMapTable] {
        switch transportStream {
        case .some(let reader): reader.ownProgramMaps
        case .none: []
        }
    }

    /// The audio description of packed audio, once it was read; nil when there is none.
    package var audioDescription: AudioSetupInformation? {
        switch packedAudio {
        case .some(let reader): reader.audioDescription
        case .none: nil
        }
    }

    /// Once all was read, how many bytes of a range of fMP4 were left out because a box or sample is cut at its end.
    package var cutCount: Int {
        switch fragments {
        case .some(let reader): reader.cutCount
        case .none: 0
        }
    }

    /// Lets `read` put up to `count` bytes into a buffer, at the start of the range that it is given.
    ///
    /// To be called when `next` gave nil.
    ///
    /// - Parameters:
    ///   - count: bytes that are wanted.
    ///   - read: gives back how many it put there.
    /// - Throws: what `read` throws.
    package mutating func fill<Failure: Error>(
        count: Int,
        _ read: (inout [UInt8], Range<Int>) throws(Failure) -> Int
    ) throws(Failure) {
        try transportStream?.fill(count: count, read)
        try packedAudio?.fill(count: count, read)
        try fragments?.fill(count: count, read)
    }

    /// The next record; nil when more bytes are needed or, with `isLast`, when there are no more.
    ///
    /// The bytes of a record stay until the next call.
    package mutating func next(isLast: Bool) throws(SampleEncryptionError) -> EssenceRecord? {
        if let record = try transportStream?.next(isLast: isLast) { return record }
        if let record = try fragments?.next(isLast: isLast) { return record }
        return try packedAudio?.next(isLast: isLast)
    }

    /// Gives `body` the bytes of the record that `next` gave last.
    package func withBytes<Result, Failure: Error>(
        of record: EssenceRecord,
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch transportStream {
        case .some(let reader): return try reader.withBytes(of: record, body)
        case .none: break
        }
        switch fragments {
        case .some(let reader): return try reader.withBytes(of: record, body)
        case .none: break
        }
        switch packedAudio {
        case .some(let reader): return try reader.withBytes(of: record, body)
        case .none: return try body(Span())
        }
    }
}
