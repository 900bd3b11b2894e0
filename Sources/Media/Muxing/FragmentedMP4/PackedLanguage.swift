import TextFormats

/// A language code as in `mdhd`: three letters of five bits each (ISO/IEC 14496-12, 8.4.2.3).
struct PackedLanguage: Hashable, Sendable {
    let bits: UInt16

    /// Packs an ISO 639-2/T code; anything else becomes "und".
    init(_ code: String?) {
        let letters = Array((code ?? "").utf8)
        let isCode = letters.count == 3 && letters.allSatisfy(\.isASCIILowercase)
        bits = (isCode ? letters : Array("und".utf8)).reduce(0) { $0 << 5 | UInt16($1 - 0x60) }
    }
}
