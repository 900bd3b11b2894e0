import TextFormats

/// A language as `mdhd` has it: three letters in five bits each (ISO/IEC 14496-12, 8.4.2.3).
struct PackedLanguage: Hashable, Sendable {
    /// The 15 bits.
    let bits: UInt16

    /// - Parameter code: ISO 639-2/T; "und" stands for all that is no such code.
    init(_ code: String?) {
        let letters = Array((code ?? "").utf8)
        let isCode = letters.count == 3 && letters.allSatisfy(\.isASCIILowercase)
        bits = (isCode ? letters : Array("und".utf8)).reduce(0) { $0 << 5 | UInt16($1 - 0x60) }
    }
}
