/// A queue of contiguous bytes: appended at the end, removed from the front, in storage that is reused.
package struct ByteQueue: Sendable {
    /// The storage; only its first `count` bytes are valid.
    package var storage: [UInt8]
    /// The number of valid bytes.
    package private(set) var count = 0

    /// Creates an empty queue with room for `capacity` bytes.
    package init(capacity: Int = 0) {
        storage = [UInt8](repeating: 0, count: capacity)
    }

    /// Creates an empty queue that reuses `storage`; the bytes in it are ignored.
    package init(storage: [UInt8]) {
        self.storage = storage
    }

    /// Appends the bytes of a range of `bytes`.
    package mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
        reserve(range.count)
        storage.overwrite(at: count, with: bytes, range)
        count += range.count
    }

    /// Appends one byte.
    package mutating func append(_ byte: UInt8) {
        reserve(1)
        storage[count] = byte
        count += 1
    }

    /// Removes the first `number` bytes, or all if there are fewer.
    package mutating func removeFirst(_ number: Int) {
        let number = min(max(0, number), count)
        if number < count { storage.move(number..<count, to: 0) }
        count -= number
    }

    /// Removes all bytes and keeps the storage.
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
