import TextFormats

/// The bytes of a manifest that are text, and the places in them.
struct ManifestContent {
    let source: String
    let bytes: [UInt8]
    /// Where the text begins: behind a byte order mark.
    let start: Int

    /// Looks at what holds for all formats: size, encoding, and no NUL.
    init(_ bytes: [UInt8], source: String, maximum: Int) throws(ManifestError) {
        guard bytes.count <= maximum else {
            throw ManifestError(at: TextPlace(in: source), .tooLarge(maximum: maximum))
        }
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
            throw ManifestError(at: TextPlace(in: source, line: 1, column: 1), .utf16)
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

    func error(at offset: Int, _ problem: ManifestError.Problem) -> ManifestError {
        ManifestError(at: TextPlace(of: offset, in: bytes[start...], source: source), problem)
    }

    /// The text of some of the bytes.
    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}
