import Glibc

/// Bytes on the heap that are overwritten when the value ends.
///
/// Not copyable, so that no second copy stays behind, and without any way to print them: the type has no description,
/// and a value of a non-copyable type cannot be reflected.
@safe
package struct SecretBytes: ~Copyable, @unchecked Sendable {
    private let storage: UnsafeMutableBufferPointer<UInt8>

    /// Number of bytes.
    package var count: Int { unsafe storage.count }

    /// A copy of `bytes`; whoever owns the original erases it (``secureErase(_:)``).
    package init(copying bytes: Span<UInt8>) {
        self.init(count: bytes.count) { target in
            for index in bytes.indices {
                target[index] = bytes[index]
            }
        }
    }

    /// A copy of `bytes`; whoever owns the original erases it (``secureErase(_:)``).
    package init(copying bytes: [UInt8]) {
        self.init(copying: bytes.span)
    }

    /// `count` bytes that are zero until `initialize` writes them.
    package init<Failure: Error>(
        count: Int,
        initialize: (inout MutableSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        unsafe storage = try Self.makeStorage(count: count, initialize: initialize)
    }

    /// Gives `body` the bytes to read; they must not be kept.
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

    /// Overwrites `bytes` with zeros in a way that the optimiser keeps.
    static func erase(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        unsafe explicit_bzero(start, bytes.count)
    }
}

/// Overwrites `bytes` with zeros in a way that the optimiser keeps, then empties it.
///
/// Only the array's own storage is reached: an array that was copied or grew before has left other copies.
package func secureErase(_ bytes: inout [UInt8]) {
    unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe SecretBytes.erase(buffer)
    }
    bytes = []
}
