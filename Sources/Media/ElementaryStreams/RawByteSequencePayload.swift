/// The raw byte sequence payload (RBSP) of a NAL unit (ITU-T H.264, 7.3.1; H.265, 7.3.1.1).
enum RawByteSequencePayload {
    /// Returns `payload` without emulation prevention bytes: each byte 3 that follows two zero bytes.
    static func bytes(of payload: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(payload.count)
        var zeros = 0
        for byte in payload {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
        return bytes
    }
}
