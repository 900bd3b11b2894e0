/// The bytes of a manifest that are text, and the places in them.
struct ManifestContent {
    let source: String
    let bytes: [UInt8]
    /// Where the text begins: behind a byte order mark.
    let start: Int

    /// Looks at what holds for all formats: size, encoding, and no NUL.
    init(_ bytes: [UInt8], source: String, maximum: Int) throws(ManifestError) {
        guard bytes.count <= maximum else {
            throw ManifestError(source: source, problem: .tooLarge(maximum: maximum))
        }
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
            throw ManifestError(source: source, line: 1, column: 1, problem: .utf16)
        }
        self.source = source
        self.bytes = bytes
        start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        if let nul = bytes.firstIndex(of: 0) { throw error(at: nul, .nul) }
        if let offset = Self.firstFault(bytes.span) { throw error(at: offset, .notUTF8) }
    }

    private static func firstFault(_ bytes: Span<UInt8>) -> Int? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }

    /// The line of an offset, from 1.
    func line(at offset: Int) -> Int {
        bytes[start..<max(start, offset)].count { $0 == UInt8(ascii: "\n") } + 1
    }

    /// The column of an offset, from 1, counted in Unicode scalars.
    func column(at offset: Int) -> Int {
        let before = bytes[start..<max(start, offset)]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? start
        return bytes[lineStart..<max(lineStart, offset)].count { $0 & 0xC0 != 0x80 } + 1
    }

    func error(at offset: Int, _ problem: ManifestError.Problem) -> ManifestError {
        ManifestError(
            source: source,
            line: line(at: offset),
            column: column(at: offset),
            problem: problem
        )
    }

    /// The text of some of the bytes.
    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}
