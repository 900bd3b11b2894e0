import TextFormats

/// An asset id with the variants of it that frequent mistakes produce.
struct AssetIDForms {
    private let bytes: [UInt8]
    private let lowered: [UInt8]
    private let decoded: [UInt8]?
    private let utf8FromUTF16: [[UInt8]]
    private let trimmed: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lowered = Self.lowered(bytes)
        decoded = Self.decoded(bytes)
        utf8FromUTF16 = Self.utf8FromUTF16(bytes)
        let isBlank = { (byte: UInt8) in byte == 0 || byte == 0x20 || (0x09...0x0D).contains(byte) }
        var core = bytes[...]
        while let first = core.first, isBlank(first) { core.removeFirst() }
        while let last = core.last, isBlank(last) { core.removeLast() }
        trimmed = core
    }

    func nearMiss(of candidate: [UInt8]) -> NearMiss? {
        if candidate.count == lowered.count, Self.lowered(candidate) == lowered { return .letterCase }
        if decoded == candidate || Self.decoded(candidate) == bytes
            || decoded != nil && decoded == Self.decoded(candidate)
        {
            return .percentEncoding
        }
        if utf8FromUTF16.contains(candidate) { return .utf16 }
        if Self.withoutScheme(bytes).contains(where: { $0.elementsEqual(candidate) }) { return .extraScheme }
        if Self.withoutScheme(candidate).contains(where: { $0.elementsEqual(bytes) }) {
            return .missingScheme
        }
        if trimmed.count < bytes.count, trimmed.elementsEqual(candidate) { return .surroundingBytes }
        return nil
    }

    private static func lowered(_ bytes: [UInt8]) -> [UInt8] {
        bytes.map(\.asciiLowercased)
    }

    /// Returns the percent-decoded bytes, or nil if nothing is percent-encoded.
    private static func decoded(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.contains(UInt8(ascii: "%")) else { return nil }
        return PercentEncoding.decode(bytes[...]).map { Array($0.utf8) }
    }

    private static func withoutScheme(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        ["skd://", "skd:"].filter { bytes.starts(with: $0.utf8) }.map { bytes[$0.utf8.count...] }
    }

    /// Converts UTF-16, with or without a byte order mark, to UTF-8, in each byte order in which it is valid.
    private static func utf8FromUTF16(_ bytes: [UInt8]) -> [[UInt8]] {
        guard bytes.count >= 4, bytes.count.isMultiple(of: 2) else { return [] }
        return [false, true].compactMap { isBigEndian in
            var units: [UInt16] = []
            for index in stride(from: 0, to: bytes.count, by: 2) {
                let pair = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                units.append(isBigEndian ? pair.0 << 8 | pair.1 : pair.1 << 8 | pair.0)
            }
            if units.first == 0xFEFF { units.removeFirst() }
            return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
        }
    }
}
