internal import KeyStore

/// Reads JSON texts (RFC 8259) that stand one after the other, such as JSON Lines.
///
/// Objects have no two members of one name. Nothing is copied but names of members.
struct JSONReader {
    /// How deep values may nest.
    static let maximumDepth = 16
    /// How many values one text may have: each takes far more memory than it has bytes.
    static let maximumCount = 1 << 20

    private let input: ImportInput
    private var index: Int
    private var count = 0

    init(_ input: ImportInput) {
        self.input = input
        index = input.range.lowerBound
    }

    /// The next value; nil at the end.
    mutating func next() throws(KeyStoreError) -> JSONValue? {
        skipBlanks()
        guard index < input.range.upperBound else { return nil }
        count = 0
        return try value(depth: 0)
    }

    private mutating func value(depth: Int) throws(KeyStoreError) -> JSONValue {
        skipBlanks()
        guard depth < Self.maximumDepth else { throw error("JSON nests too deep") }
        count += 1
        guard count <= Self.maximumCount else {
            throw error("more than \(Self.maximumCount) values in one text. Divide the file")
        }
        switch peek {
        case UInt8(ascii: "{"): return try object(depth)
        case UInt8(ascii: "["): return try array(depth)
        case UInt8(ascii: "\""): return JSONValue(range: try string(), kind: .string)
        case UInt8(ascii: "t"): return try word("true", .boolean)
        case UInt8(ascii: "f"): return try word("false", .boolean)
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object(_ depth: Int) throws(KeyStoreError) -> JSONValue {
        let start = index
        var members: [JSONValue.Member] = []
        var names: Set<[UInt8]> = []
        index += 1
        while try continues(UInt8(ascii: "}"), isFirst: members.isEmpty) {
            skipBlanks()
            let range = try string()
            guard let name = JSONString.text(range, input) else { throw error("a name that is no text") }
            guard names.insert(Array(name.utf8)).inserted else {
                throw input.error(at: range.lowerBound, "an object has two members of one name")
            }
            skipBlanks()
            try take(UInt8(ascii: ":"), "a colon")
            members.append(JSONValue.Member(name: name, value: try value(depth: depth + 1)))
        }
        return JSONValue(range: start..<index, kind: .object(members))
    }

    private mutating func array(_ depth: Int) throws(KeyStoreError) -> JSONValue {
        let start = index
        var elements: [JSONValue] = []
        index += 1
        while try continues(UInt8(ascii: "]"), isFirst: elements.isEmpty) {
            elements.append(try value(depth: depth + 1))
        }
        return JSONValue(range: start..<index, kind: .array(elements))
    }

    /// Whether another part follows: behind a comma, or at once if it is the first; the end is taken.
    private mutating func continues(_ end: UInt8, isFirst: Bool) throws(KeyStoreError) -> Bool {
        skipBlanks()
        if peek == end {
            index += 1
            return false
        }
        if !isFirst { try take(UInt8(ascii: ","), "a comma or the end") }
        return true
    }

    private mutating func string() throws(KeyStoreError) -> Range<Int> {
        try take(UInt8(ascii: "\""), "a text in quotes")
        let start = index
        while let byte = peek, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw error("a line end or control character in a text") }
            index += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        guard index < input.range.upperBound else { throw input.error(at: start, "a text without its end") }
        index += 1
        return start..<index - 1
    }

    private mutating func number() throws(KeyStoreError) -> JSONValue {
        let start = index
        while let byte = peek, "+-.0123456789eE".utf8.contains(byte) { index += 1 }
        guard index > start else { throw error("this is no JSON") }
        return JSONValue(range: start..<index, kind: .number)
    }

    private mutating func word(_ word: StaticString, _ kind: JSONValue.Kind) throws(KeyStoreError)
        -> JSONValue
    {
        guard input.holds(word, at: index) else { throw error("this is no JSON") }
        defer { index += word.utf8CodeUnitCount }
        return JSONValue(range: index..<index + word.utf8CodeUnitCount, kind: kind)
    }

    private var peek: UInt8? { index < input.range.upperBound ? input[index] : nil }

    private mutating func take(_ byte: UInt8, _ what: String) throws(KeyStoreError) {
        guard peek == byte else { throw error("\(what) is missing") }
        index += 1
    }

    private mutating func skipBlanks() {
        while let byte = peek, ASCIIText.isBlank(byte) { index += 1 }
    }

    private func error(_ reason: String) -> KeyStoreError { input.error(at: index, reason) }
}
