import Failures
import TextFormats

/// A reader of JSON texts (RFC 8259) in sequence, such as JSON Lines.
///
/// It refuses objects with two members of the same name. It copies nothing but member names.
struct JSONReader {
    /// The greatest nesting depth of values.
    static let maximumDepth = 16
    /// The greatest number of values in one text, because each takes far more memory than its bytes.
    static let maximumValueCount = 1 << 20

    private let input: ImportInput
    private var scanner: JSONScanner
    private var valueCount = 0

    init(_ input: ImportInput) {
        self.input = input
        scanner = JSONScanner(input.range)
    }

    /// Returns the next value, or nil at the end.
    mutating func next() throws(RunFailure) -> JSONValue? {
        guard peek() != nil else { return nil }
        valueCount = 0
        return try value(depth: 0)
    }

    private mutating func value(depth: Int) throws(RunFailure) -> JSONValue {
        let firstByte = peek()
        guard depth < Self.maximumDepth else { throw error("the JSON is nested too deeply") }
        valueCount += 1
        guard valueCount <= Self.maximumValueCount else {
            throw input.error(
                at: scanner.offset,
                "more than \(Self.maximumValueCount) values in one text",
                remedy: "Divide the file."
            )
        }
        switch firstByte {
        case UInt8(ascii: "{"): return try object(depth)
        case UInt8(ascii: "["): return try array(depth)
        default: return JSONValue(try scalar())
        }
    }

    private mutating func object(_ depth: Int) throws(RunFailure) -> JSONValue {
        let start = scanner.offset
        var members: [JSONValue.Member] = []
        var names: Set<[UInt8]> = []
        try expect("{", "a brace")
        while try hasNextElement(before: "}", isFirst: members.isEmpty) {
            let (name, offset) = try name()
            guard names.insert(Array(name.utf8)).inserted else {
                throw input.error(at: offset, "an object has two members with the same name")
            }
            try expect(":", "a colon")
            members.append(JSONValue.Member(name: name, value: try value(depth: depth + 1)))
        }
        return JSONValue(range: start..<scanner.offset, kind: .object(members))
    }

    private mutating func name() throws(RunFailure) -> (name: String, offset: Int) {
        guard peek() == UInt8(ascii: "\"") else { throw error("a string in quotes is missing") }
        let offset = scanner.offset
        guard case .string(let string) = try scalar(), let name = input.text(string) else {
            throw input.error(at: offset, "a name that is not a valid string")
        }
        return (name, offset)
    }

    private mutating func array(_ depth: Int) throws(RunFailure) -> JSONValue {
        let start = scanner.offset
        var elements: [JSONValue] = []
        try expect("[", "a bracket")
        while try hasNextElement(before: "]", isFirst: elements.isEmpty) {
            elements.append(try value(depth: depth + 1))
        }
        return JSONValue(range: start..<scanner.offset, kind: .array(elements))
    }

    /// Indicates whether another element follows: at once for the first one, otherwise after a comma.
    ///
    /// It consumes the comma or the closing bracket.
    private mutating func hasNextElement(before end: Unicode.Scalar, isFirst: Bool) throws(RunFailure)
        -> Bool
    {
        if consume(end) { return false }
        if !isFirst { try expect(",", "a comma or the end") }
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar, _ description: String) throws(RunFailure) {
        guard consume(character) else { throw error("\(description) is missing") }
    }

    private mutating func peek() -> UInt8? { input.withSpan(input.wholeRange) { scanner.next(in: $0) } }

    private mutating func consume(_ character: Unicode.Scalar) -> Bool {
        input.withSpan(input.wholeRange) { scanner.consume(character, in: $0) }
    }

    private mutating func scalar() throws(RunFailure) -> JSONScanner.Scalar {
        do throws(JSONScanner.Failure) {
            return try input.withSpan(input.wholeRange) { bytes throws(JSONScanner.Failure) in
                try scanner.scalar(in: bytes)
            }
        } catch {
            throw input.error(at: error.offset, Self.reason(error.problem))
        }
    }

    private func error(_ reason: String) -> RunFailure { input.error(at: scanner.offset, reason) }

    private static func reason(_ problem: JSONScanner.Failure.Problem) -> String {
        switch problem {
        case .notAValue: "this is not JSON"
        case .controlInString: "a line end or control character in a string"
        case .unclosedString: "a string without its end"
        case .unclosedEscape, .unknownEscape, .notAHexadecimalDigit: "an invalid escape in a string"
        case .loneSurrogate: "half of a surrogate pair in a string"
        case .nul: "a NUL in a string"
        }
    }
}
