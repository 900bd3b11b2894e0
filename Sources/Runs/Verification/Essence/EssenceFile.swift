import CommonEncryption
import Inspection
import Presentations
import SampleEncryption
import TransportStreams

/// Reads the essence of a range of a file in pieces.
struct EssenceFile: ~Copyable {
    private static let pieceLength = 256 * 1024

    private var reader: EssenceReader
    private let source: Source
    /// The bytes that are read.
    let range: Range<UInt64>
    private var position: UInt64
    /// The form of the bytes as they are in the file.
    private(set) var shape: SegmentShape
    /// The counters at the ends of a transport stream.
    private(set) var counters = SegmentCounters()

    /// The program map of the section that applies, for bytes without one.
    private let section: ProgramMapTable?

    /// All that the program map was so far, else that of the section.
    var programMaps: [ProgramMapTable] {
        let own = reader.ownProgramMaps
        return own.isEmpty ? section.map { [$0] } ?? [] : own
    }

    /// The program map with its PID, once it was read.
    var foundProgramMap: (pid: PacketIdentifier, map: ProgramMapTable)? { reader.programMap }

    /// The file.
    let path: String

    /// How many bytes are read.
    var length: UInt64 { range.upperBound - range.lowerBound }

    /// Once all was read, how many bytes were left out behind the last record, where the range is cut.
    var cutCount: Int { reader.cutCount }

    /// The audio description of packed audio, once it was read.
    var audioDescription: AudioSetupInformation? { reader.audioDescription }

    /// Where bytes come from: the start of a range of a buffer gets those at an offset, and how many they were comes back.
    typealias Source = (inout [UInt8], Range<Int>, UInt64) throws -> Int

    /// - Parameters:
    ///   - path: the path of the file.
    ///   - range: the bytes that are read.
    ///   - reader: nothing read yet.
    ///   - section: the program map of the section that applies.
    ///   - expectation: what the playlist says of the range.
    ///   - source: reads them.
    init(
        _ path: String,
        range: Range<UInt64>,
        reader: consuming EssenceReader,
        section: ProgramMapTable? = nil,
        expecting expectation: StreamExpectation,
        source: @escaping Source
    ) {
        self.path = path
        self.source = source
        self.range = range
        self.reader = reader
        self.section = section
        position = range.lowerBound
        shape = SegmentShape(expecting: expectation)
    }

    /// - Parameters:
    ///   - file: the file.
    ///   - range: its part, checked to be in it.
    ///   - reader: nothing read yet.
    ///   - section: the program map of the section that applies.
    ///   - expectation: what the playlist says of the range.
    init(
        _ file: consuming InputFile,
        range: Range<UInt64>,
        reader: consuming EssenceReader,
        section: ProgramMapTable? = nil,
        expecting expectation: StreamExpectation
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

    /// The next record; nil at the end.
    ///
    /// - Parameter willRead: is called before a piece is read, with its length, and may stop the work by an error.
    /// - Returns: a record, whose bytes stay until the next call.
    /// - Throws: what `willRead` throws, `SampleEncryptionError`, `SystemCallError`, and `TargetFailure` for a file that
    ///   became shorter.
    mutating func next(_ willRead: (Int) throws -> Void = { _ in }) throws -> EssenceRecord? {
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

    /// Ends the reading and gives the storage back, for the next file.
    consuming func takeBuffers() -> SampleAESBuffers { reader.takeBuffers() }

    /// Gives `body` the bytes of the record that `next` gave last.
    func withBytes<Result>(of record: EssenceRecord, _ body: (Span<UInt8>) throws -> Result) throws -> Result
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
            throw TargetFailure(.media, "the file became shorter while it was read")
        }
        position += UInt64(count)
    }
}

/// A file that several can read.
final class OpenFile {
    let file: InputFile

    init(_ file: consuming InputFile) {
        self.file = file
    }
}
