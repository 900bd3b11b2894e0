/// Storage that encryptors and readers use one after the other, so that it is not allocated and filled with zeros anew
/// for every segment.
///
/// It is room and nothing else: whoever takes it writes before it reads.
package struct SampleAESBuffers: Sendable {
    /// Bytes of a piece of storage that is kept at most; a larger one was needed for a segment that is not like others.
    private static let sizeLimit = 8 << 20

    /// By size, ascending.
    private var free: [[UInt8]] = []

    /// No storage yet.
    package init() {}

    /// The largest storage there is, made larger if it has fewer than `size` bytes.
    package mutating func take(atLeast size: Int) -> [UInt8] {
        if let largest = free.popLast(), largest.count >= size { return largest }
        return [UInt8](repeating: 0, count: size)
    }

    /// Takes storage back that nobody reads any more.
    package mutating func give(_ storage: [UInt8]) {
        guard !storage.isEmpty, storage.count <= Self.sizeLimit else { return }
        let place = free.firstIndex { $0.count > storage.count } ?? free.endIndex
        free.insert(storage, at: place)
    }

    /// All storage, which then is no longer here: what has two owners would be copied when it is written.
    package mutating func takeAll() -> SampleAESBuffers {
        var all = SampleAESBuffers()
        swap(&all, &self)
        return all
    }
}
