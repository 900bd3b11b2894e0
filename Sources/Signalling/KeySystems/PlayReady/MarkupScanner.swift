import Bitstreams

/// A scanner for the tags and text of an XML document in UTF-16.
///
/// It supports the syntax of PlayReady Headers: elements, attributes and text. It skips comments,
/// declarations and processing instructions, and keeps references such as `&amp;` as they are, because no key
/// id contains one.
struct MarkupScanner {
    /// A tag or text and the offset of its start.
    struct Item: Hashable {
        /// The content of an item.
        enum Content: Hashable {
            /// An opening tag, or the tag of an empty element.
            case start(name: String, attributes: [String: String], isEmpty: Bool)
            /// A closing tag.
            case end(name: String)
            /// The text between two tags.
            case text(String)
        }

        let content: Content
        let offset: UInt64
    }

    private let units: [UInt16]
    private let startOffset: UInt64
    private var position = 0

    /// Creates a scanner at the start of a document.
    ///
    /// - Parameters:
    ///   - units: the UTF-16 code units of the document, with or without a byte order mark.
    ///   - startOffset: the offset of the document in the enclosing data, in bytes.
    init(_ units: [UInt16], at startOffset: UInt64) {
        self.units = units
        self.startOffset = startOffset
        if units.first == 0xFEFF { position = 1 }
    }

    /// Returns the next item, or nil at the end of the document.
    mutating func next() throws(ParseError) -> Item? {
        while position < units.count {
            let startIndex = position
            guard units[position] == Unit.less else {
                position = index(of: Unit.less, from: position) ?? units.count
                return item(.text(text(startIndex..<position)), at: startIndex)
            }
            guard let end = index(of: Unit.greater, from: position) else {
                throw .missing(offset: offset(startIndex), "'>' of a tag")
            }
            position = end + 1
            switch startIndex + 1 < end ? units[startIndex + 1] : 0 {
            case Unit.question: continue
            case Unit.exclamation: try skipDeclaration(from: startIndex)
            case Unit.slash: return item(.end(name: Self.trimmed(text(startIndex + 2..<end))), at: startIndex)
            default: return item(try tag(startIndex + 1..<end), at: startIndex)
            }
        }
        return nil
    }

    /// Skips a declaration or a comment, which may contain a `>`.
    private mutating func skipDeclaration(from startIndex: Int) throws(ParseError) {
        guard units[startIndex...].starts(with: "<!--".utf16) else { return }
        var end = startIndex + 4
        while let greater = index(of: Unit.greater, from: end) {
            end = greater + 1
            if greater >= startIndex + 6, units[greater - 1] == Unit.hyphen, units[greater - 2] == Unit.hyphen
            {
                position = end
                return
            }
        }
        throw .missing(offset: offset(startIndex), "end of a comment")
    }

    /// Parses the content of an opening tag.
    private func tag(_ range: Range<Int>) throws(ParseError) -> Item.Content {
        let isEmpty = !range.isEmpty && units[range.upperBound - 1] == Unit.slash
        let contentRange = isEmpty ? range.lowerBound..<range.upperBound - 1 : range
        var rest = units[contentRange]
        let name = rest.prefix { !Unit.isSpace($0) }
        rest = rest[name.endIndex...]
        var attributes: [String: String] = [:]
        while true {
            rest = rest.drop(while: Unit.isSpace)
            guard !rest.isEmpty else { break }
            guard let equals = rest.firstIndex(of: Unit.equals),
                let quote = rest[equals...].dropFirst().first(where: { !Unit.isSpace($0) }),
                quote == Unit.quote || quote == Unit.apostrophe,
                let open = rest[equals...].firstIndex(of: quote),
                let close = rest[open...].dropFirst().firstIndex(of: quote)
            else { throw .missing(offset: offset(rest.startIndex), "value of an attribute") }
            attributes[Self.trimmed(text(rest.startIndex..<equals))] = text(open + 1..<close)
            rest = rest[(close + 1)...]
        }
        return .start(name: text(name.startIndex..<name.endIndex), attributes: attributes, isEmpty: isEmpty)
    }

    private func item(_ content: Item.Content, at index: Int) -> Item {
        Item(content: content, offset: offset(index))
    }

    private func offset(_ index: Int) -> UInt64 { startOffset &+ 2 &* UInt64(index) }

    private func index(of unit: UInt16, from index: Int) -> Int? { units[index...].firstIndex(of: unit) }

    private func text(_ range: Range<Int>) -> String { String(decoding: units[range], as: UTF16.self) }

    private static func trimmed(_ text: String) -> String {
        String(decoding: text.utf8.filter { $0 > 0x20 }, as: UTF8.self)
    }

    /// The UTF-16 code units with a meaning in markup.
    private enum Unit {
        static let less = UInt16(UInt8(ascii: "<"))
        static let greater = UInt16(UInt8(ascii: ">"))
        static let question = UInt16(UInt8(ascii: "?"))
        static let exclamation = UInt16(UInt8(ascii: "!"))
        static let slash = UInt16(UInt8(ascii: "/"))
        static let hyphen = UInt16(UInt8(ascii: "-"))
        static let equals = UInt16(UInt8(ascii: "="))
        static let quote = UInt16(UInt8(ascii: "\""))
        static let apostrophe = UInt16(UInt8(ascii: "'"))

        static func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || (0x09...0x0D).contains(unit) }
    }
}
