import CCurl
import WipedMemory

/// Takes in the body of an answer, up to a limit, and wipes it.
final class AnswerSink {
    let limit: Int
    let isCancelled: @Sendable () -> Bool
    /// Whether the answer went over the limit.
    private(set) var isTooLarge = false
    private var pieces: [[UInt8]] = []
    private var count = 0

    init(limit: Int, isCancelled: @escaping @Sendable () -> Bool) {
        self.limit = limit
        self.isCancelled = isCancelled
    }

    /// Whether there was room for `bytes`.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= limit - count else {
            isTooLarge = true
            return false
        }
        unsafe pieces.append(Array(bytes))
        count += bytes.count
        return true
    }

    /// All that came.
    func body() -> SecretBytes {
        SecretBytes(count: count) { target in
            var place = 0
            for piece in pieces {
                for byte in piece {
                    target[place] = byte
                    place += 1
                }
            }
        }
    }

    deinit {
        for index in pieces.indices { secureErase(&pieces[index]) }
    }

    /// What libcurl calls with data; any other number than that of the bytes ends the transfer.
    static let onData: curl_write_callback = { bytes, size, count, context in
        guard let context = unsafe context else { return 0 }
        let sink = unsafe Unmanaged<AnswerSink>.fromOpaque(context).takeUnretainedValue()
        let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
        return unsafe sink.append(piece) ? piece.count : -1
    }

    /// What libcurl calls about once a second and more; anything but 0 ends the transfer.
    static let onProgress: curl_xferinfo_callback = { context, _, _, _, _ in
        guard let context = unsafe context else { return 1 }
        return unsafe Unmanaged<AnswerSink>.fromOpaque(context).takeUnretainedValue().isCancelled() ? 1 : 0
    }
}
