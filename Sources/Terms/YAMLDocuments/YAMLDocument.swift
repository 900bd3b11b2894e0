import TextFormats
import Yams

/// Reads a file of one YAML document, without types and aliases: values are their texts.
package enum YAMLDocument {
    /// Reads a document.
    ///
    /// - Parameters:
    ///   - yaml: the file; a byte order mark is skipped.
    ///   - source: the name of the file, for places.
    /// - Returns: its node; nil where nothing but comments is in it.
    /// - Throws: `YAMLError` for what is no YAML in UTF-8, has aliases, or a mapping with one key twice.
    package static func root(of yaml: [UInt8], source: String) throws(YAMLError) -> YAMLNode? {
        // libyaml takes no byte order mark when it is told the encoding.
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let content = yaml.starts(with: byteOrderMark) ? yaml.dropFirst(byteOrderMark.count) : yaml[...]
        guard let text = String(validating: content, as: UTF8.self) else {
            throw YAMLError(.notUTF8, at: TextPlace(in: source))
        }
        // Aliases are looked for before the parser resolves them.
        if let place = AliasScan.firstAlias(in: text) {
            throw YAMLError(.alias, at: TextPlace(in: source, line: place.line, column: place.column))
        }
        do {
            // Without rules for types, whose regular expressions take a millisecond to make.
            let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
            return try parser.singleRoot().map { YAMLNode($0, of: parser, source: source) }
        } catch {
            throw YAMLError(error, source: source)
        }
    }
}
