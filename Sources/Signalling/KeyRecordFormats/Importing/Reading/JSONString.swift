internal import TextFormats
internal import WipedMemory

/// What stands between the quotes of a JSON string (RFC 8259 section 7).
enum JSONString {
    /// The text; nil for what is no UTF-8 or a wrong escape.
    static func text(_ range: Range<Int>, _ input: ImportInput) -> String? {
        guard let bytes = decode(range, input) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The bytes of the text, which may be a secret; whoever gets them erases them.
    static func decode(_ range: Range<Int>, _ input: ImportInput) -> [UInt8]? {
        var bytes: [UInt8] = []
        // An escape is never shorter than what it stands for.
        bytes.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            guard input[index] == UInt8(ascii: "\\") else {
                bytes.append(input[index])
                index += 1
                continue
            }
            guard let length = appendEscape(at: index, range.upperBound, input, to: &bytes) else {
                secureErase(&bytes)
                return nil
            }
            index += length
        }
        return bytes
    }

    /// Appends what an escape stands for; its length, nil for one that is wrong.
    private static func appendEscape(
        at index: Int,
        _ end: Int,
        _ input: ImportInput,
        to bytes: inout [UInt8]
    ) -> Int? {
        guard index + 1 < end else { return nil }
        let escapes: [UInt8: UInt8] = [
            UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "/"): 0x2F,
            UInt8(ascii: "b"): 0x08,
            UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D,
            UInt8(ascii: "t"): 0x09,
        ]
        if let simple = escapes[input[index + 1]] {
            bytes.append(simple)
            return 2
        }
        guard let first = unit(at: index, end, input) else { return nil }
        if let scalar = Unicode.Scalar(first) {
            bytes.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
            return 6
        }
        guard UTF16.isLeadSurrogate(first), let second = unit(at: index + 6, end, input),
            UTF16.isTrailSurrogate(second)
        else { return nil }
        let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        guard let scalar = Unicode.Scalar(value) else { return nil }
        bytes.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
        return 12
    }

    /// The code unit of `\uXXXX`.
    private static func unit(at index: Int, _ end: Int, _ input: ImportInput) -> UInt16? {
        guard index + 6 <= end, input[index] == UInt8(ascii: "\\"), input[index + 1] == UInt8(ascii: "u"),
            let bytes = input.withSpan(index + 2..<index + 6, { Hexadecimal.decode(ascii: $0) })
        else { return nil }
        return UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    }
}
