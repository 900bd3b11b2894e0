import Glibc

/// Bytes on the heap that are overwritten when the value is destroyed.
///
/// The type is not copyable, so that no second copy remains in memory. It cannot be printed: it has no
/// description, and values of non-copyable types cannot be reflected.
@safe
package struct SecretBytes: ~Copyable, @unchecked Sendable {
    private let storage: UnsafeMutableBufferPointer<UInt8>

    /// The number of bytes.
    package var count: Int { unsafe storage.count }

    /// Copies `bytes`; the owner of the original erases it (``secureErase(_:)``).
    package init(copying bytes: Span<UInt8>) {
        self.init(count: bytes.count) { target in
            for index in bytes.indices {
                target[index] = bytes[index]
            }
        }
    }

    /// Copies `bytes`; the owner of the original erases it (``secureErase(_:)``).
    package init(copying bytes: [UInt8]) {
        self.init(copying: bytes.span)
    }

    /// Allocates `count` zero bytes and calls `initialize` to write them.
    package init<Failure: Error>(
        count: Int,
        initialize: (inout MutableSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        unsafe storage = try Self.makeStorage(count: count, initialize: initialize)
    }

    /// Calls `body` with the bytes, which must not be kept.
    package borrowing func withSpan<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let span = unsafe storage.span
        return try body(span)
    }

    deinit {
        unsafe Self.discard(storage)
    }

    private static func makeStorage<Failure: Error>(
        count: Int,
        initialize: (inout MutableSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) -> UnsafeMutableBufferPointer<UInt8> {
        let storage = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count)
        unsafe storage.initialize(repeating: 0)
        do {
            var target = unsafe storage.mutableSpan
            try initialize(&target)
        } catch {
            unsafe discard(storage)
            throw error
        }
        return unsafe storage
    }

    private static func discard(_ storage: UnsafeMutableBufferPointer<UInt8>) {
        unsafe erase(UnsafeMutableRawBufferPointer(storage))
        unsafe storage.deallocate()
    }

    /// Overwrites `bytes` with zeros in a way that the optimizer does not remove.
    static func erase(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        unsafe explicit_bzero(start, bytes.count)
    }
}

/// Overwrites `bytes` with zeros in a way that the optimizer does not remove, then empties it.
///
/// Only the array's own storage is erased: if the array was copied or grew, other copies remain.
package func secureErase(_ bytes: inout [UInt8]) {
    unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe SecretBytes.erase(buffer)
    }
    bytes = []
}
