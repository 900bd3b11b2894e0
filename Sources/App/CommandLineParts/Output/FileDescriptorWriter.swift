import Glibc

/// Writes bytes to an open file.
package enum FileDescriptorWriter {
    /// Writes all bytes; returns the error number of a failed write, or nil on success.
    package static func write(_ bytes: Span<UInt8>, to descriptor: CInt) -> CInt? {
        unsafe bytes.withUnsafeBytes { buffer in
            var writtenCount = 0
            while writtenCount < buffer.count {
                let count = unsafe Glibc.write(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + writtenCount },
                    buffer.count - writtenCount
                )
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return errno }
                writtenCount += count
            }
            return nil
        }
    }
}
