import TextFormats

extension TemplateFilter {
    /// Converts ASCII letters to upper case.
    ///
    /// Other letters stay: license servers compare bytes, and upper case in Unicode depends on its version.
    static let upper = TemplateFilter(name: "upper", summary: "a to z in upper case") { (text: String) in
        String(decoding: text.utf8.map { $0.isASCIILowercase ? $0 - 0x20 : $0 }, as: UTF8.self)
    }
}
