/// Bytes in a row that grow at the end and are forgotten from the front, in storage that is used again.
package struct ByteBuffer: Sendable {
    /// The storage; the first `count` bytes mean something.
    package var storage: [UInt8]
    /// Bytes that are there.
    package private(set) var count = 0

    /// An empty buffer with room for `capacity` bytes.
    package init(capacity: Int = 0) {
        storage = [UInt8](repeating: 0, count: capacity)
    }

    /// An empty buffer in storage whose bytes mean nothing any more.
    package init(storage: [UInt8]) {
        self.storage = storage
    }

    /// Adds the bytes of a range at the end.
    package mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
        reserve(range.count)
        storage.overwrite(at: count, with: bytes, range)
        count += range.count
    }

    /// Adds one byte at the end.
    package mutating func append(_ byte: UInt8) {
        reserve(1)
        storage[count] = byte
        count += 1
    }

    /// Forgets the first `number` bytes, at most those that are there.
    package mutating func removeFirst(_ number: Int) {
        let number = min(max(0, number), count)
        if number < count { storage.move(number..<count, to: 0) }
        count -= number
    }

    /// Forgets all bytes and keeps the storage.
    package mutating func removeAll() {
        count = 0
    }

    private mutating func reserve(_ number: Int) {
        guard storage.count - count < number else { return }
        let size = max(storage.count * 2, count + number, 1024)
        var larger = [UInt8](repeating: 0, count: size)
        larger.overwrite(at: 0, with: storage, 0..<count)
        storage = larger
    }
}
