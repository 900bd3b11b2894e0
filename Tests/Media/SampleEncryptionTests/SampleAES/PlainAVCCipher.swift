import Ciphers

/// A simple reference for SAMPLE-AES of one H.264 NAL unit, byte by byte as the rules state it.
struct PlainAVCCipher {
    let key: ContentKey
    let iv: InitializationVector

    /// Encrypts the unit, then applies emulation prevention to all of it.
    func encrypt(_ unit: [UInt8]) throws -> [UInt8] {
        guard Self.isProtected(unit) else { return unit }
        return Self.escape(try encryptBlocks(unit))
    }

    /// Encrypts the blocks of the unit.
    func encryptBlocks(_ unit: [UInt8]) throws -> [UInt8] {
        var unit = unit
        var chained = iv
        try Self.forEachBlock(unit.count) { range in
            // The second block of the result is padding.
            let block = Array(
                try CBCEncryptor.encrypt(Array(unit[range]).span, key: key, iv: chained).prefix(16)
            )
            unit.replaceSubrange(range, with: block)
            chained = try InitializationVector(bytes: block)
        }
        return unit
    }

    /// Removes emulation prevention, then decrypts the blocks.
    func decrypt(_ unit: [UInt8]) throws -> [UInt8] {
        Self.isProtected(unit) ? try decryptBlocks(Self.unescape(unit)) : unit
    }

    /// Decrypts the blocks of the unit.
    func decryptBlocks(_ unit: [UInt8]) throws -> [UInt8] {
        var unit = unit
        var chained = iv
        try Self.forEachBlock(unit.count) { range in
            let block = Array(unit[range])
            let clear = try CBCDecryptor.decrypt(block.span, key: key, iv: chained, padding: false)
            unit.replaceSubrange(range, with: clear)
            chained = try InitializationVector(bytes: block)
        }
        return unit
    }

    static func isProtected(_ unit: [UInt8]) -> Bool {
        unit.count > 48 && [1, 5].contains(unit[0] % 32)
    }

    /// Calls `body` for 16 bytes if more than 16 remain, skips up to 144 clear bytes, and so on.
    static func forEachBlock(_ count: Int, _ body: (Range<Int>) throws -> Void) rethrows {
        var offset = 32
        while count - offset > 16 {
            try body(offset..<offset + 16)
            offset += 16
            offset += min(144, count - offset)
        }
    }

    static func escape(_ bytes: [UInt8]) -> [UInt8] {
        var escaped: [UInt8] = []
        var zeros = 0
        for byte in bytes {
            if zeros == 2, byte <= 3 {
                escaped.append(3)
                zeros = 0
            }
            escaped.append(byte)
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return escaped
    }

    static func unescape(_ bytes: [UInt8]) -> [UInt8] {
        var clear: [UInt8] = []
        var zeros = 0
        for byte in bytes {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            clear.append(byte)
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return clear
    }
}
