import CCurl
import WipedMemory

/// A receiver of response bodies up to a maximum length; it wipes its copy.
final class ResponseBodySink {
    let limit: Int
    let isCancelled: @Sendable () -> Bool
    /// Indicates whether the response exceeded the limit.
    private(set) var isTooLarge = false
    private var pieces: [[UInt8]] = []
    private var byteCount = 0

    init(limit: Int, isCancelled: @escaping @Sendable () -> Bool) {
        self.limit = limit
        self.isCancelled = isCancelled
    }

    /// Appends `bytes` and returns true, or returns false if they exceed the limit.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= limit - byteCount else {
            isTooLarge = true
            return false
        }
        unsafe pieces.append(Array(bytes))
        byteCount += bytes.count
        return true
    }

    /// Returns all bytes received.
    func body() -> SecretBytes {
        SecretBytes(count: byteCount) { target in
            var offset = 0
            for piece in pieces {
                for byte in piece {
                    target[offset] = byte
                    offset += 1
                }
            }
        }
    }

    deinit {
        for index in pieces.indices { secureErase(&pieces[index]) }
    }

    /// The callback for received data; libcurl ends the transfer if the result differs from the number of
    /// bytes.
    static let onData: curl_write_callback = { bytes, size, count, context in
        guard let context = unsafe context else { return 0 }
        let sink = unsafe Unmanaged<ResponseBodySink>.fromOpaque(context).takeUnretainedValue()
        let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
        return unsafe sink.append(piece) ? piece.count : -1
    }

    /// The callback that libcurl calls at least about once a second; it ends the transfer if the result is
    /// not 0.
    static let onProgress: curl_xferinfo_callback = { context, _, _, _, _ in
        guard let context = unsafe context else { return 1 }
        return unsafe Unmanaged<ResponseBodySink>.fromOpaque(context).takeUnretainedValue().isCancelled()
            ? 1 : 0
    }
}
