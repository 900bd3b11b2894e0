/// Boxes and numbers written by hand.
enum FragmentBytes {
    static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
    }

    /// Returns a box, with a 64-bit size if `isLarge`.
    static func box(_ type: String, isLarge: Bool = false, _ body: [UInt8]...) -> [UInt8] {
        let body = body.flatMap { $0 }
        if isLarge { return number(1, 4) + Array(type.utf8) + number(body.count + 16, 8) + body }
        return number(body.count + 8, 4) + Array(type.utf8) + body
    }

    /// Returns the bytes of bits written as text, padded with ones.
    static func bits(_ text: String) -> [UInt8] {
        let bits = text.filter { $0 != " " }
        var bytes: [UInt8] = []
        for (index, bit) in bits.enumerated() {
            if index % 8 == 0 { bytes.append(0xFF) }
            if bit == "0" { bytes[index / 8] &= ~(0x80 >> UInt8(index % 8)) }
        }
        return bytes
    }

    /// Returns an unsigned Exp-Golomb code (ITU-T H.264, 9.1).
    static func exponentialGolomb(_ value: Int) -> String {
        let binary = String(value + 1, radix: 2)
        return String(repeating: "0", count: binary.count - 1) + binary
    }
}
