import Bitstreams
import ISOBaseMedia

/// Bytes of a stream's source that are held: a run of samples, which are changed in place as they are used.
struct SampleWindow {
    /// Bytes that are read at once, but for a sample that has more; they fit into a processor's second cache.
    static let size: UInt64 = 256 << 10
    private static let granularity = 16 << 10

    /// The bytes; what is behind the run is left from earlier ones.
    var bytes: [UInt8] = []
    private var start: UInt64 = 0
    private var count = 0

    /// Forgets what is held: it may have been changed.
    mutating func clear() { count = 0 }

    /// Where a sample is in `bytes`; nil where it is not held.
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
    ///   - range: where it is in the source.
    ///   - reader: reads it.
    ///   - path: the input, for failures.
    /// - Throws: `ByteSourceFailure` where the bytes cannot be had, or are not there any more.
    mutating func load(
        _ range: Range<UInt64>,
        from reader: any ByteSourceReader,
        path: String
    ) throws(ByteSourceFailure) {
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
