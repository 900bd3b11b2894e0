import COpenSSL

/// OpenSSL's cryptographically secure random number generator (NIST SP 800-90A, seeded by the kernel).
package enum RandomBytes {
    /// Returns `count` random bytes.
    package static func generate(count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var span = bytes.mutableSpan
        fill(&span)
        return bytes
    }

    /// Overwrites `target` with random bytes.
    ///
    /// A failure ends the process, as in the standard library's own generator: without randomness nothing
    /// useful can be done.
    static func fill(_ target: inout MutableSpan<UInt8>) {
        let filled = unsafe target.withUnsafeMutableBufferPointer { buffer in
            guard let length = Int32(exactly: buffer.count) else { return false }
            return unsafe RAND_bytes(buffer.baseAddress, length) == 1
        }
        guard filled else { fatalError("RAND_bytes of OpenSSL failed") }
    }
}
