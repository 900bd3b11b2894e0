/// Why an object is not understood.
enum JSONObjectError: Error {
    /// What is wrong at an offset.
    case place(Int, ManifestError.Problem)
    /// What is wrong with the title.
    case title(ManifestError)
}

/// Reads objects (RFC 8259) whose values are texts, numbers, `true`, `false`, `null`, or lists of texts.
///
/// It works on bytes that are UTF-8 and never calls itself: no depth exhausts the stack. Numbers keep their digits.
struct JSONObjectReader {
    /// A name with its value.
    struct Member {
        let name: String
        /// Where the name begins.
        let offset: Int
        /// The value; none of `null`, those of a list.
        let texts: [String]
        let isList: Bool
    }

    private let bytes: [UInt8]
    private var position = 0
    private var end = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The object that is all of `range`; nil if there is only white space.
    mutating func object(in range: Range<Int>) throws(JSONObjectError) -> [Member]? {
        (position, end) = (range.lowerBound, range.upperBound)
        skipSpace()
        guard let first = byte else { return nil }
        guard first == UInt8(ascii: "{") else {
            throw .place(position, .notAnObject(isArray: first == UInt8(ascii: "[")))
        }
        position += 1
        skipSpace()
        var members: [Member] = []
        if byte == UInt8(ascii: "}") {
            position += 1
        } else {
            repeat { members.append(try member()) } while try hasMore(until: UInt8(ascii: "}"))
        }
        skipSpace()
        guard byte == nil else { throw malformed("more stands behind the object") }
        return members
    }

    /// The byte that comes next, before the end of the range.
    private var byte: UInt8? { position < end ? bytes[position] : nil }

    private func malformed(_ reason: String) -> JSONObjectError { .place(position, .malformedJSON(reason)) }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0D { position += 1 }
    }

    /// Takes a comma, or the character that closes a list.
    private mutating func hasMore(until closing: UInt8) throws(JSONObjectError) -> Bool {
        skipSpace()
        guard let byte, byte == closing || byte == UInt8(ascii: ",") else {
            throw malformed(
                byte == nil ? "it ends within an object" : "expected a comma or \(Unicode.Scalar(closing))"
            )
        }
        position += 1
        return byte != closing
    }

    private mutating func member() throws(JSONObjectError) -> Member {
        skipSpace()
        let offset = position
        guard byte == UInt8(ascii: "\"") else { throw malformed("expected a name in double quotes") }
        let name = try string()
        skipSpace()
        guard byte == UInt8(ascii: ":") else { throw malformed("expected a colon behind a name") }
        position += 1
        skipSpace()
        guard byte == UInt8(ascii: "[") else {
            guard byte != UInt8(ascii: "{") else { throw .place(position, .nestedValue(name)) }
            let text = try scalar()
            return Member(name: name, offset: offset, texts: text.map { [$0] } ?? [], isList: false)
        }
        return Member(name: name, offset: offset, texts: try list(of: name), isList: true)
    }

    private mutating func list(of name: String) throws(JSONObjectError) -> [String] {
        position += 1
        skipSpace()
        if byte == UInt8(ascii: "]") {
            position += 1
            return []
        }
        var texts: [String] = []
        repeat {
            skipSpace()
            guard byte != UInt8(ascii: "["), byte != UInt8(ascii: "{") else {
                throw .place(position, .nestedValue(name))
            }
            let offset = position
            guard let text = try scalar() else { throw .place(offset, .listItem(name)) }
            texts.append(text)
        } while try hasMore(until: UInt8(ascii: "]"))
        return texts
    }

    /// Reads a value that is no list and no object; nil for `null`.
    private mutating func scalar() throws(JSONObjectError) -> String? {
        switch byte {
        case UInt8(ascii: "\""): return try string()
        case UInt8(ascii: "t"): return try word("true")
        case UInt8(ascii: "f"): return try word("false")
        case UInt8(ascii: "n"):
            _ = try word("null")
            return nil
        default: return try number()
        }
    }

    private mutating func word(_ word: StaticString) throws(JSONObjectError) -> String {
        let text = word.description
        guard bytes[position..<end].starts(with: text.utf8) else {
            throw malformed("expected a value; texts stand in double quotes")
        }
        position += text.utf8.count
        return text
    }

    // MARK: Numbers

    private mutating func number() throws(JSONObjectError) -> String {
        let start = position
        if byte == UInt8(ascii: "-") { position += 1 }
        if byte == UInt8(ascii: "0") { position += 1 } else { try digits() }
        if byte == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            position += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() throws(JSONObjectError) {
        let start = position
        while let byte, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
        guard position > start else { throw malformed("expected a value; texts stand in double quotes") }
    }

    // MARK: Texts

    private mutating func string() throws(JSONObjectError) -> String {
        let opening = position
        position += 1
        // What comes before the last escape; most texts have none.
        var text: [UInt8] = []
        var pieceStart = position
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                let piece = bytes[pieceStart..<position]
                position += 1
                return String(decoding: text.isEmpty ? piece : (text + piece)[...], as: UTF8.self)
            case UInt8(ascii: "\\"):
                text += bytes[pieceStart..<position]
                text += Array(String(try escape()).utf8)
                pieceStart = position
            case 0x00..<0x20: throw malformed("a control character stands in a text; escape it")
            default: position += 1
            }
        }
        position = opening
        throw malformed("a text begins here and does not end")
    }

    private mutating func escape() throws(JSONObjectError) -> Unicode.Scalar {
        let start = position
        position += 1
        guard let letter = byte else { throw malformed("an escape does not end") }
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let scalar = try unicodeEscape(from: start)
            guard scalar != "\0" else { throw .place(start, .nul) }
            return scalar
        default:
            position = start
            throw malformed("there is no such escape")
        }
    }

    /// Reads the digits behind `\u`, and the other half of a surrogate pair.
    private mutating func unicodeEscape(from start: Int) throws(JSONObjectError) -> Unicode.Scalar {
        let high = try codeUnit()
        if let scalar = Unicode.Scalar(high) { return scalar }
        if UTF16.isLeadSurrogate(UInt16(high)), bytes[position..<end].starts(with: [0x5C, 0x75]) {
            position += 2
            let low = try codeUnit()
            if UTF16.isTrailSurrogate(UInt16(low)),
                let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
            {
                return scalar
            }
        }
        position = start
        throw malformed("half of a surrogate pair stands alone")
    }

    private mutating func codeUnit() throws(JSONObjectError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw malformed("expected four hexadecimal digits behind \\u")
            }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }
}
