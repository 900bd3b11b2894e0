import Failures
import TextFormats

/// A format of a manifest whose titles are read one by one, each from bytes of its own.
protocol ManifestRecordFormat: Sendable {
    /// The text before the records of a manifest, with its line end; empty if there is none.
    var header: [UInt8] { get }
    /// The line end after a record.
    var recordEnd: [UInt8] { get }

    /// Reads all of a manifest.
    ///
    /// - Parameters:
    ///   - window: the manifest, of which nothing was consumed.
    ///   - collector: checks the titles.
    ///   - add: called with each title, the format with which its record can be read again, and its byte range.
    /// - Throws: `RunFailure` if the manifest is malformed, and the errors of `add`.
    mutating func read(
        _ window: inout ManifestWindow,
        _ collector: inout ManifestTitleCollector,
        _ add: (ManifestTitle, Self, Range<Int>) throws(RunFailure) -> Void
    ) throws(RunFailure)

    /// Returns the cells of a title that was read before.
    func cells(of record: ManifestContent) throws(RunFailure) -> [ManifestCell]
}

/// The places of a manifest's titles: 16 bytes for each.
struct ManifestIndex: Sendable {
    private var offsets: [UInt64] = []
    private var byteCounts: [UInt32] = []
    private var lines: [UInt32] = []

    var count: Int { offsets.count }

    mutating func append(_ range: Range<Int>, line: Int) {
        offsets.append(UInt64(range.lowerBound))
        byteCounts.append(UInt32(clamping: range.count))
        lines.append(UInt32(clamping: line))
    }

    /// Returns the byte range of a title's record and the line where it begins.
    func record(_ index: Int) -> (range: Range<Int>, line: Int) {
        let offset = Int(offsets[index])
        return (offset..<offset + Int(byteCounts[index]), Int(lines[index]))
    }
}
