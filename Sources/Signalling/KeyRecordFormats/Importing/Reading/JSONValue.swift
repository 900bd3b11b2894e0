import KeyStore
import TextFormats

/// A JSON value as places in its file: texts are decoded when they are asked for, so that keys never become strings.
struct JSONValue {
    /// What it is.
    enum Kind {
        case object([Member])
        case array([JSONValue])
        case string(JSONScanner.StringToken)
        case number
        case boolean
        case null
    }

    /// A name and a value of an object.
    struct Member {
        let name: String
        let value: JSONValue
    }

    /// Where it stands; of a string without the quotes.
    let range: Range<Int>
    let kind: Kind

    init(range: Range<Int>, kind: Kind) {
        self.range = range
        self.kind = kind
    }

    init(_ scalar: JSONScanner.Scalar) {
        switch scalar {
        case .string(let string): self.init(range: string.range, kind: .string(string))
        case .number(let range): self.init(range: range, kind: .number)
        case .boolean(let range): self.init(range: range, kind: .boolean)
        case .null(let range): self.init(range: range, kind: .null)
        }
    }

    /// The members of an object; empty for all else.
    var members: [Member] {
        if case .object(let members) = kind { members } else { [] }
    }

    /// The elements of an array; empty for all else.
    var elements: [JSONValue] {
        if case .array(let elements) = kind { elements } else { [] }
    }

    var isNull: Bool {
        if case .null = kind { true } else { false }
    }

    /// The value of a member; nil if it is not there or null.
    subscript(name: String) -> JSONValue? {
        members.first { $0.name.utf8.elementsEqual(name.utf8) }.flatMap { $0.value.isNull ? nil : $0.value }
    }
}

/// Reads the members of an object as what they should be, with errors that name the line.
struct JSONFields {
    let object: JSONValue
    let input: ImportInput

    func text(_ name: String) throws(KeyStoreError) -> String? {
        guard let value = object[name] else { return nil }
        guard case .string(let string) = value.kind, let text = input.text(string) else {
            throw input.error(at: value.range.lowerBound, "\(name) is no text")
        }
        return text
    }

    /// The texts of an array; none where it is not there.
    func texts(_ name: String) throws(KeyStoreError) -> [String] {
        guard let value = object[name] else { return [] }
        guard case .array(let elements) = value.kind else {
            throw input.error(at: value.range.lowerBound, "\(name) is no array of texts")
        }
        var texts: [String] = []
        for element in elements {
            guard case .string(let string) = element.kind, let text = input.text(string) else {
                throw input.error(at: element.range.lowerBound, "\(name) has something that is no text")
            }
            texts.append(text)
        }
        return texts
    }

    /// An integer, written as a number or as a text.
    func integer(_ name: String) throws(KeyStoreError) -> Int? {
        guard let value = object[name] else { return nil }
        let text: String? =
            switch value.kind {
            case .number, .string: input.text(value.range)
            default: nil
            }
        guard let number = text.flatMap({ Int($0) }) else {
            throw input.error(at: value.range.lowerBound, "\(name) is no whole number")
        }
        return number
    }

    /// The bytes of a text, for a secret; whoever gets them erases them.
    func secret(_ name: String) throws(KeyStoreError) -> [UInt8]? {
        guard let value = object[name] else { return nil }
        guard case .string(let string) = value.kind else {
            throw input.error(at: value.range.lowerBound, "\(name) is no text")
        }
        return input.bytes(string)
    }

    func error(_ reason: String) -> KeyStoreError {
        input.error(at: object.range.lowerBound, reason)
    }
}
