/// Returns a box with a 32-bit size, written by hand from ISO/IEC 14496-12, 4.2.
func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
    let body = parts.flatMap { $0 }
    return u32(UInt32(body.count + 8)) + Array(type.utf8) + body
}

/// Returns a full box.
func fullBox(_ type: String, version: UInt8 = 0, flags: UInt32 = 0, _ parts: [UInt8]...) -> [UInt8] {
    box(type, [version] + u32(flags).dropFirst(), parts.flatMap { $0 })
}

/// Returns four bytes, big-endian.
func u32(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

/// Returns eight bytes, big-endian.
func u64(_ value: UInt64) -> [UInt8] {
    u32(UInt32(value >> 32)) + u32(UInt32(truncatingIfNeeded: value))
}

/// Returns the bytes of a four-character code.
func code(_ text: String) -> [UInt8] {
    Array(text.utf8)
}
