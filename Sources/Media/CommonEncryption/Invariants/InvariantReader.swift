package import SampleEncryption
package import TransportStreams

/// Reads the invariant of a clear or protected segment, record by record.
///
/// The invariant is what a clear and a protected segment have in common, so records can be compared one by
/// one, with bounded memory. The caller has bytes read into the reader's buffer (`fill`) and takes records
/// (`next`) until there are none.
package struct InvariantReader: ~Copyable {
    /// The container format of a segment.
    package enum Container: Hashable, Sendable {
        /// A transport stream.
        case transportStream
        /// Packed audio.
        case packedAudio
        /// fMP4 fragments under an initialization section, clear or protected.
        ///
        /// Samples have to name `keyID`, the KID of the key; nil accepts any.
        case fragmentedMP4(MovieFormat, keyID: [UInt8]?)
    }

    /// The reader of the container; the other two are nil.
    private var transportStream: TransportStreamInvariantReader?
    private var packedAudio: PackedAudioInvariantReader?
    private var fragments: FragmentInvariantReader?

    /// - Parameters:
    ///   - container: the container format of the segment.
    ///   - key: the key of the streams that the program map, audio description or initialization section
    ///     marks as protected; nil to leave them encrypted.
    ///   - initializationTables: the PID and program map that the segment's `EXT-X-MAP` names, for a segment
    ///     without tables of its own.
    ///   - isWhole: false for a byte range within a segment (an I-frame), which may begin and end inside of
    ///     PES packets, NAL units and frames. The rest of a PES packet that began before the range is
    ///     skipped. A PES packet that continues after the range is returned as far as it goes: of the NAL
    ///     unit cut there, the last 16 bytes, or all after the first 32 if it has at most 48 bytes, may still
    ///     be encrypted; an audio frame cut there is still encrypted. A range of fMP4 starts with a box; a
    ///     box or sample that is cut at its end is left out with everything after it.
    ///   - offset: the offset of an fMP4 segment in its file in bytes, for fragments with absolute data
    ///     offsets.
    ///   - buffers: storage of the previous reader, to be reused.
    /// - Throws: `SampleEncryptionError` if a cipher fails.
    package init(
        _ container: Container,
        key: SampleAESKey?,
        initializationTables: (pid: PacketIdentifier, map: ProgramMapTable)? = nil,
        isWhole: Bool = true,
        at offset: UInt64 = 0,
        buffers: consuming BufferPool = BufferPool()
    ) throws(SampleEncryptionError) {
        switch container {
        case .transportStream:
            transportStream = try TransportStreamInvariantReader(
                key: key,
                initializationTables: initializationTables,
                isWhole: isWhole,
                buffers: buffers
            )
            packedAudio = nil
            fragments = nil
        case .packedAudio:
            packedAudio = try PackedAudioInvariantReader(key: key)
            transportStream = nil
            fragments = nil
        case .fragmentedMP4(let movie, let keyID):
            fragments = try FragmentInvariantReader(
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

    /// Ends reading and returns the storage for the reader of the next segment.
    package consuming func takeBuffers() -> BufferPool {
        if let transportStream { return transportStream.takeBuffers() }
        if let fragments { return fragments.takeBuffers() }
        return BufferPool()
    }

    /// The PID and the program map, or nil before it was read.
    package var programMap: (pid: PacketIdentifier, map: ProgramMapTable)? {
        switch transportStream {
        case .some(let reader): reader.programMap
        case .none: nil
        }
    }

    /// All different program maps found so far in the segment itself.
    package var ownProgramMaps: [ProgramMapTable] {
        switch transportStream {
        case .some(let reader): reader.ownProgramMaps
        case .none: []
        }
    }

    /// The audio description of packed audio, or nil if it was not read yet or there is none.
    package var audioDescription: AudioSetupInformation? {
        switch packedAudio {
        case .some(let reader): reader.audioDescription
        case .none: nil
        }
    }

    /// After the last record, the number of bytes at the end of an fMP4 range that were left out because a
    /// box or sample is cut.
    package var cutByteCount: Int {
        switch fragments {
        case .some(let reader): reader.cutByteCount
        case .none: 0
        }
    }

    /// Lets `read` put up to `count` bytes into the reader's buffer, at the start of the range that it is
    /// given.
    ///
    /// Call it when `next` has returned nil.
    ///
    /// - Parameters:
    ///   - count: the maximum number of bytes to read.
    ///   - read: returns the number of bytes it has put there.
    /// - Throws: any error of `read`.
    package mutating func fill<Failure: Error>(
        count: Int,
        _ read: (inout [UInt8], Range<Int>) throws(Failure) -> Int
    ) throws(Failure) {
        try transportStream?.fill(count: count, read)
        try packedAudio?.fill(count: count, read)
        try fragments?.fill(count: count, read)
    }

    /// Returns the next record, or nil if more bytes are needed or, with `isLast`, after the last record.
    ///
    /// The bytes of a record stay valid until the next call.
    package mutating func next(isLast: Bool) throws(SampleEncryptionError) -> InvariantRecord? {
        if let record = try transportStream?.next(isLast: isLast) { return record }
        if let record = try fragments?.next(isLast: isLast) { return record }
        return try packedAudio?.next(isLast: isLast)
    }

    /// Calls `body` with the bytes of the record that `next` returned last.
    package func withBytes<Result, Failure: Error>(
        of record: InvariantRecord,
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
