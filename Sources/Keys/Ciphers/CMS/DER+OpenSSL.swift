extension DER {
    /// Returns the output of one of OpenSSL's `i2d` functions.
    static func encoded(
        _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) -> [UInt8] {
        let count = Int(max(0, encode(nil)))
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            var position = buffer.baseAddress
            _ = unsafe encode(&position)
        }
        return bytes
    }
}
