import CommonEncryption
import Inspection
import Presentations
import SampleEncryption
import TransportStreams

/// Reads the invariant of a byte range of a file, in pieces.
struct InvariantFile: ~Copyable {
    private static let pieceLength = 256 * 1024

    private var reader: InvariantReader
    private let source: Source
    /// The byte range of the file that is read.
    let range: Range<UInt64>
    private var position: UInt64
    /// The syntax check of the bytes as they are in the file.
    private(set) var shape: SegmentSyntax
    /// The first and last continuity counters of a transport stream.
    private(set) var counters = SegmentCounters()

    /// The program map of the initialization section that applies, for bytes without one.
    private let section: ProgramMapTable?

    /// All program maps so far, or else that of the initialization section.
    var programMaps: [ProgramMapTable] {
        let own = reader.ownProgramMaps
        return own.isEmpty ? section.map { [$0] } ?? [] : own
    }

    /// The program map with its PID, or nil before it is read.
    var foundProgramMap: (pid: PacketIdentifier, map: ProgramMapTable)? { reader.programMap }

    let path: String

    /// The number of bytes to read.
    var length: UInt64 { range.upperBound - range.lowerBound }

    /// The number of bytes left out after the last record because the range is cut, known at the end.
    var cutCount: Int { reader.cutCount }

    /// The audio description of packed audio, or nil before it is read.
    var audioDescription: AudioSetupInformation? { reader.audioDescription }

    /// Reads the bytes at an offset into a range of a buffer, and returns how many they were.
    typealias Source = (inout [UInt8], Range<Int>, UInt64) throws -> Int

    /// - Parameters:
    ///   - path: the path of the file.
    ///   - range: the byte range to read.
    ///   - reader: a reader that has read nothing yet.
    ///   - section: the program map of the initialization section that applies.
    ///   - expectation: the properties that the playlist implies.
    ///   - source: reads the bytes.
    init(
        _ path: String,
        range: Range<UInt64>,
        reader: consuming InvariantReader,
        section: ProgramMapTable? = nil,
        expecting expectation: ExpectedSyntax,
        source: @escaping Source
    ) {
        self.path = path
        self.source = source
        self.range = range
        self.reader = reader
        self.section = section
        position = range.lowerBound
        shape = SegmentSyntax(expecting: expectation)
    }

    /// - Parameters:
    ///   - file: the file.
    ///   - range: the byte range to read, which must be in the file.
    ///   - reader: a reader that has read nothing yet.
    ///   - section: the program map of the initialization section that applies.
    ///   - expectation: the properties that the playlist implies.
    init(
        _ file: consuming InputFile,
        range: Range<UInt64>,
        reader: consuming InvariantReader,
        section: ProgramMapTable? = nil,
        expecting expectation: ExpectedSyntax
    ) {
        let holder = OpenFile(file)
        self.init(
            holder.file.path,
            range: range,
            reader: reader,
            section: section,
            expecting: expectation
        ) { buffer, place, offset in
            try holder.file.read(into: &buffer, place, at: offset)
        }
    }

    /// Returns the next record, or nil at the end.
    ///
    /// - Parameter willRead: called before a piece is read, with its length in bytes; may throw to stop.
    /// - Returns: a record, whose bytes are valid until the next call.
    /// - Throws: what `willRead` throws, `SampleEncryptionError`, `SystemCallError`, and `VerificationFailure` for
    ///   a file that became shorter.
    mutating func next(_ willRead: (Int) throws -> Void = { _ in }) throws -> InvariantRecord? {
        while true {
            let isLast = position == range.upperBound
            if let record = try reader.next(isLast: isLast) { return record }
            if isLast {
                shape.finish()
                return nil
            }
            let wanted = Int(min(UInt64(Self.pieceLength), range.upperBound - position))
            try willRead(wanted)
            try read(wanted)
        }
    }

    /// Ends the reading and returns the buffers, for the next file.
    consuming func takeBuffers() -> BufferPool { reader.takeBuffers() }

    /// Passes the bytes of the last record from `next` to `body`.
    func withBytes<Result>(of record: InvariantRecord, _ body: (Span<UInt8>) throws -> Result) throws
        -> Result
    {
        try reader.withBytes(of: record, body)
    }

    private mutating func read(_ wanted: Int) throws {
        var count = 0
        try reader.fill(count: wanted) { (buffer, place) throws in
            count = try source(&buffer, place, position)
            let bytes = buffer.span.extracting(place.lowerBound..<place.lowerBound + count)
            shape.consume(bytes)
            counters.consume(bytes)
            return count
        }
        guard count == wanted else {
            throw VerificationFailure(.media, "the file became shorter while it was read")
        }
        position += UInt64(count)
    }
}

/// A file that several readers share.
final class OpenFile {
    let file: InputFile

    init(_ file: consuming InputFile) {
        self.file = file
    }
}
