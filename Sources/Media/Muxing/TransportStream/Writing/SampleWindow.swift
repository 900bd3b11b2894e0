import Bitstreams
import ISOBaseMedia

/// A buffer of a run of samples from a stream's source, which are changed in place when they are used.
struct SampleWindow {
    /// The most bytes to read at once unless a single sample is larger; they fit into a core's second-level
    /// cache.
    static let size: UInt64 = 256 << 10
    private static let granularity = 16 << 10

    /// The buffer; bytes after the run are left over from earlier runs.
    var bytes: [UInt8] = []
    private var start: UInt64 = 0
    private var count = 0

    /// Discards the run, which may have been changed.
    mutating func clear() { count = 0 }

    /// Returns the range of a sample in `bytes`, or nil if it is not in the run.
    func range(of sample: MovieSample) -> Range<Int>? {
        guard count > 0, sample.offset >= start,
            sample.offset &- start &+ UInt64(sample.size) <= UInt64(count)
        else { return nil }
        let first = Int(sample.offset &- start)
        return first..<first + Int(sample.size)
    }

    /// Reads a run.
    ///
    /// - Parameters:
    ///   - range: the range of the run in the source.
    ///   - reader: a reader of the source.
    ///   - path: the path of the input, for errors.
    /// - Throws: `ByteSourceError` if the bytes cannot be read or no longer exist.
    mutating func load(
        _ range: Range<UInt64>,
        from reader: any ByteSourceReader,
        path: String
    ) throws(ByteSourceError) {
        let wanted = range.count
        if bytes.count < wanted {
            let size = (wanted + Self.granularity - 1) / Self.granularity * Self.granularity
            bytes = [UInt8](repeating: 0, count: size)
        }
        count = 0
        let found = try reader.read(into: &bytes, 0..<wanted, at: range.lowerBound)
        guard found == wanted else { throw .changed(path: path) }
        start = range.lowerBound
        count = wanted
    }
}
