import Failures
import TextFormats

/// A JSON value as ranges of its file; strings are decoded on request, so that keys never become a `String`.
struct JSONValue {
    /// The type of a value, with its contents.
    enum Kind {
        case object([Member])
        case array([JSONValue])
        case string(JSONScanner.StringToken)
        case number
        case boolean
        case null
    }

    /// A member of an object.
    struct Member {
        let name: String
        let value: JSONValue
    }

    /// The range in the file, for a string without the quotes.
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

    /// The members of an object, or an empty array for any other value.
    var members: [Member] {
        if case .object(let members) = kind { members } else { [] }
    }

    /// The elements of an array, or an empty array for any other value.
    var elements: [JSONValue] {
        if case .array(let elements) = kind { elements } else { [] }
    }

    var isNull: Bool {
        if case .null = kind { true } else { false }
    }

    /// Returns the value of a member, or nil if it is missing or null.
    subscript(name: String) -> JSONValue? {
        members.first { $0.name.utf8.elementsEqual(name.utf8) }.flatMap { $0.value.isNull ? nil : $0.value }
    }
}

/// The members of an object as values of expected types, with errors that contain the line.
struct JSONFields: LocatedInput {
    let object: JSONValue
    let input: ImportInput

    var location: String { input.location(at: object.range.lowerBound) }

    func text(_ name: String) throws(RunFailure) -> String? {
        guard let value = object[name] else { return nil }
        guard case .string(let string) = value.kind, let text = input.text(string) else {
            throw input.error(at: value.range.lowerBound, "\(name) is not a string")
        }
        return text
    }

    /// Returns the strings of an array, or an empty array if the member is missing.
    func texts(_ name: String) throws(RunFailure) -> [String] {
        guard let value = object[name] else { return [] }
        guard case .array(let elements) = value.kind else {
            throw input.error(at: value.range.lowerBound, "\(name) is not an array of strings")
        }
        var texts: [String] = []
        for element in elements {
            guard case .string(let string) = element.kind, let text = input.text(string) else {
                throw input.error(
                    at: element.range.lowerBound,
                    "\(name) contains something that is not a string"
                )
            }
            texts.append(text)
        }
        return texts
    }

    /// Returns an integer, which may be a JSON number or a string.
    func integer(_ name: String) throws(RunFailure) -> Int? {
        guard let value = object[name] else { return nil }
        let text: String? =
            switch value.kind {
            case .number, .string: input.text(value.range)
            default: nil
            }
        guard let number = text.flatMap({ Int($0) }) else {
            throw input.error(at: value.range.lowerBound, "\(name) is not a whole number")
        }
        return number
    }

    /// Returns the bytes of a string that may be secret; the caller erases them.
    func secret(_ name: String) throws(RunFailure) -> [UInt8]? {
        guard let value = object[name] else { return nil }
        guard case .string(let string) = value.kind else {
            throw input.error(at: value.range.lowerBound, "\(name) is not a string")
        }
        return input.bytes(string)
    }
}
