import TextFormats
import Yams

/// A reader of single YAML documents without types and aliases: all values are texts.
package enum YAMLDocument {
    /// Reads a document.
    ///
    /// - Parameters:
    ///   - yaml: the bytes of the file; a byte order mark is skipped.
    ///   - source: the name of the file, for locations in messages.
    /// - Returns: the root node, or nil if the file contains nothing except comments.
    /// - Throws: `YAMLError` if the file is not YAML in UTF-8, has an alias, or has a mapping with duplicate
    ///   keys.
    package static func root(of yaml: [UInt8], source: String) throws(YAMLError) -> YAMLNode? {
        // libyaml does not accept a byte order mark if the encoding is given.
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let content = yaml.starts(with: byteOrderMark) ? yaml.dropFirst(byteOrderMark.count) : yaml[...]
        guard let text = String(validating: content, as: UTF8.self) else {
            throw YAMLError(.notUTF8, at: TextLocation(in: source))
        }
        // Finds aliases before the parser resolves them.
        if let aliasPosition = YAMLAliasFinder.firstAlias(in: text) {
            throw YAMLError(
                .alias,
                at: TextLocation(in: source, line: aliasPosition.line, column: aliasPosition.column)
            )
        }
        do {
            // Uses the basic resolver, because the default one compiles regular expressions for YAML types,
            // which takes a millisecond.
            let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
            return try parser.singleRoot().map { YAMLNode($0, of: parser, source: source) }
        } catch {
            throw YAMLError(error, source: source)
        }
    }
}
