import TextFormats

/// A part of a manifest that begins at the start of a line.
struct ManifestContent {
    let source: String
    let bytes: [UInt8]
    /// The offset in `bytes` where the part begins.
    let start: Int
    /// The number of its first line, from 1.
    let firstLine: Int

    /// Creates a part of a manifest.
    init(_ bytes: [UInt8], from start: Int = 0, line firstLine: Int = 1, source: String) {
        self.source = source
        self.bytes = bytes
        self.start = start
        self.firstLine = firstLine
    }

    /// Returns the location of a byte.
    func location(of offset: Int) -> TextLocation {
        TextLocation(of: offset, in: bytes[start...], firstLine: firstLine, source: source)
    }
}
