import TextFormats

extension TemplateFilter {
    /// Letters beyond ASCII stay: key servers compare bytes, and Unicode's upper case depends on its version.
    static let upper = TemplateFilter(name: "upper", summary: "a to z in upper case") { (text: String) in
        String(decoding: text.utf8.map { $0.isASCIILowercase ? $0 - 0x20 : $0 }, as: UTF8.self)
    }
}
