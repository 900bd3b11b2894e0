import CommonEncryption
import Inspection
import MediaSyntax
import Presentations
import SampleEncryption
import TransportStreams

/// Reads the invariant of a byte range of a file, in pieces.
struct InvariantFile: ~Copyable {
    private static let pieceLength = 256 * 1024

    private var reader: InvariantReader
    private let readBytes: ReadBytes
    /// The byte range of the file that is read.
    let range: Range<UInt64>
    private var position: UInt64
    /// The syntax check of the bytes as they are in the file.
    private(set) var syntax: SegmentSyntax
    /// The first and last continuity counters of a transport stream.
    private(set) var counters = SegmentCounters()

    /// The program map of the initialization section that applies, for bytes without one.
    private let sectionProgramMap: ProgramMapTable?

    /// All program maps so far, or else that of the initialization section.
    var programMaps: [ProgramMapTable] {
        let ownMaps = reader.ownProgramMaps
        return ownMaps.isEmpty ? sectionProgramMap.map { [$0] } ?? [] : ownMaps
    }

    /// The program map with its PID, or nil before it is read.
    var foundProgramMap: (pid: PacketIdentifier, map: ProgramMapTable)? { reader.programMap }

    let path: String

    /// The number of bytes to read.
    var length: UInt64 { range.upperBound - range.lowerBound }

    /// The number of bytes left out after the last record because the range is cut, known at the end.
    var cutCount: Int { reader.cutByteCount }

    /// The audio description of packed audio, or nil before it is read.
    var audioDescription: AudioSetupInformation? { reader.audioDescription }

    /// Reads the bytes at an offset into a range of a buffer, and returns how many they were.
    typealias ReadBytes = (inout [UInt8], Range<Int>, UInt64) throws -> Int

    /// - Parameters:
    ///   - path: the path of the file.
    ///   - range: the byte range to read.
    ///   - reader: a reader that has read nothing yet.
    ///   - sectionProgramMap: the program map of the initialization section that applies.
    ///   - expectation: the properties that the playlist implies.
    ///   - readBytes: reads the bytes.
    init(
        _ path: String,
        range: Range<UInt64>,
        reader: consuming InvariantReader,
        sectionProgramMap: ProgramMapTable? = nil,
        expecting expectation: ExpectedSyntax,
        readBytes: @escaping ReadBytes
    ) {
        self.path = path
        self.readBytes = readBytes
        self.range = range
        self.reader = reader
        self.sectionProgramMap = sectionProgramMap
        position = range.lowerBound
        syntax = SegmentSyntax(expecting: expectation)
    }

    /// - Parameters:
    ///   - file: the file.
    ///   - range: the byte range to read, which must be in the file.
    ///   - reader: a reader that has read nothing yet.
    ///   - sectionProgramMap: the program map of the initialization section that applies.
    ///   - expectation: the properties that the playlist implies.
    init(
        _ file: consuming InputFile,
        range: Range<UInt64>,
        reader: consuming InvariantReader,
        sectionProgramMap: ProgramMapTable? = nil,
        expecting expectation: ExpectedSyntax
    ) {
        let openFile = OpenFile(file)
        self.init(
            openFile.file.path,
            range: range,
            reader: reader,
            sectionProgramMap: sectionProgramMap,
            expecting: expectation
        ) { buffer, bufferRange, offset in
            try openFile.file.read(into: &buffer, bufferRange, at: offset)
        }
    }

    /// Returns the next record, or nil at the end.
    ///
    /// - Parameter willRead: called before a piece is read, with its length in bytes; may throw to stop.
    /// - Returns: a record, whose bytes are valid until the next call.
    /// - Throws: what `willRead` throws, `SampleEncryptionError`, `SystemCallError`, and
    ///   `VerificationFailure` for a file that became shorter.
    mutating func next(_ willRead: (Int) throws -> Void = { _ in }) throws -> InvariantRecord? {
        while true {
            let isLast = position == range.upperBound
            if let record = try reader.next(isLast: isLast) { return record }
            if isLast {
                syntax.finish()
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
        try reader.fill(count: wanted) { (buffer, bufferRange) throws in
            count = try readBytes(&buffer, bufferRange, position)
            let bytes = buffer.span.extracting(bufferRange.lowerBound..<bufferRange.lowerBound + count)
            syntax.consume(bytes)
            counters.consume(bytes)
            return count
        }
        guard count == wanted else { throw VerificationFailure.shortenedFile }
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
