import Glibc

/// Writes all bytes to an open file.
enum FileDescriptorWriter {
    /// The error number of the write that failed; nil if none did.
    static func write(_ bytes: Span<UInt8>, to descriptor: CInt) -> CInt? {
        unsafe bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let count = unsafe Glibc.write(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + done },
                    buffer.count - done
                )
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return errno }
                done += count
            }
            return nil
        }
    }
}
