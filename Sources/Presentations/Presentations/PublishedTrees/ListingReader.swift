/// Reads the elements of an encoded listing, and returns nil if the bytes end too early.
struct ListingReader {
    private(set) var rest: ArraySlice<UInt8>

    var isAtEnd: Bool { rest.isEmpty }

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    mutating func byte() -> UInt8? { rest.popFirst() }

    mutating func bytes(_ count: UInt64) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }

    mutating func number() -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: 0, to: 63, by: 7) {
            guard let byte = byte() else { return nil }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
        }
        return nil
    }

    mutating func text() -> String? {
        number().flatMap { bytes($0) }.map { String(decoding: $0, as: UTF8.self) }
    }
}

extension ArraySlice<UInt8> {
    /// Appends a number as unsigned LEB128.
    mutating func append(number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }
}
