import Testing

/// The byte ranges of boxes in an fMP4 file, which must be valid.
struct BoxRanges {
    /// The number of bytes before the child boxes, in boxes that have fields.
    private static let fields = ["stsd": 8, "encv": 78, "avc1": 78, "enca": 28, "mp4a": 28]

    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the boxes at a path such as `moof/traf/senc`, each with its header.
    func all(_ path: String) -> [Range<Int>] {
        var found = [0..<bytes.count]
        var skipped = 0
        for name in path.split(separator: "/").map(String.init) {
            found = found.flatMap { parent in
                boxes(in: (parent.lowerBound + skipped)..<parent.upperBound).filter {
                    type(at: $0.lowerBound) == name
                }
            }
            skipped = 8 + (Self.fields[name] ?? 0)
        }
        return found
    }

    /// Returns the body of the box of this number at a path, without its header of 8 bytes.
    func body(_ path: String, _ number: Int = 0) throws -> Range<Int> {
        let found = all(path)
        try #require(number < found.count, "no box \(number) at \(path)")
        return found[number].dropFirst(8)
    }

    /// Returns a big-endian 32-bit number.
    func word(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }

    private func type(at offset: Int) -> String {
        String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
    }

    private func boxes(in range: Range<Int>) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound {
            found.append(offset..<offset + word(at: offset))
            offset += max(8, word(at: offset))
        }
        return found
    }
}

extension Title {
    /// Changes a byte of the body of a box.
    func change(
        _ name: String,
        _ path: String,
        _ number: Int = 0,
        at offset: Int,
        _ change: (inout UInt8) -> Void
    ) throws {
        let body = try BoxRanges(try read(name)).body(path, number)
        try editBytes(of: name) { change(&$0[body.lowerBound + offset]) }
    }

    /// Changes the type of a box.
    func rename(_ name: String, _ path: String, _ number: Int = 0, to type: String) throws {
        let body = try BoxRanges(try read(name)).body(path, number)
        try editBytes(of: name) { $0.replaceSubrange(body.lowerBound - 4..<body.lowerBound, with: type.utf8) }
    }
}
