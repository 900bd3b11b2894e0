import Failures
import TextFormats

/// Reads JSON objects (RFC 8259) whose values are scalars or lists of scalars.
///
/// Scalars are strings, numbers, which keep their digits as written, `true`, `false` and `null`. The bytes
/// must be valid UTF-8. The reader is not recursive, so deep nesting cannot exhaust the stack.
struct JSONObjectReader {
    /// A member of an object.
    struct Member {
        let name: String
        /// The offset of the name in the manifest, in bytes.
        let offset: Int
        /// The value or, for a list, its values; empty for `null`.
        let texts: [String]
        let isList: Bool
    }

    private let content: ManifestContent
    private var scanner = JSONScanner(0..<0)

    init(_ content: ManifestContent) {
        self.content = content
    }

    /// Returns the members of the object that fills `range`, or nil if there is only whitespace.
    mutating func object(in range: Range<Int>) throws(RunFailure) -> [Member]? {
        scanner = JSONScanner(range, refusesNUL: true)
        guard let first = next() else { return nil }
        guard consume("{") else {
            throw .notAnObject(location, isArray: first == UInt8(ascii: "["))
        }
        var members: [Member] = []
        if !consume("}") {
            repeat { members.append(try member()) } while try hasMore(until: "}")
        }
        guard next() == nil else { throw malformed("text follows the object") }
        return members
    }

    private mutating func next() -> UInt8? {
        let text = content.bytes
        return scanner.next(in: text.span)
    }

    private mutating func consume(_ character: Unicode.Scalar) -> Bool {
        let text = content.bytes
        return scanner.consume(character, in: text.span)
    }

    /// The location of the next byte that is read.
    private var location: TextLocation { content.location(of: scanner.offset) }

    private func malformed(_ reason: String) -> RunFailure { .malformedJSON(location, reason) }

    /// Consumes a comma or the closing character, and returns whether it was a comma.
    private mutating func hasMore(until closing: Unicode.Scalar) throws(RunFailure) -> Bool {
        if consume(closing) { return false }
        guard consume(",") else {
            let value = closing == "]" ? "an array" : "an object"
            throw malformed(next() == nil ? "it ends within \(value)" : "expected a comma or \(closing)")
        }
        return true
    }

    private mutating func member() throws(RunFailure) -> Member {
        guard next() == UInt8(ascii: "\"") else { throw malformed("expected a name in double quotes") }
        let offset = scanner.offset
        let name = try scalar() ?? ""
        guard consume(":") else { throw malformed("expected a colon after a name") }
        if consume("[") { return Member(name: name, offset: offset, texts: try list(of: name), isList: true) }
        guard next() != UInt8(ascii: "{") else { throw .nestedValue(location, column: name) }
        let text = try scalar()
        return Member(name: name, offset: offset, texts: text.map { [$0] } ?? [], isList: false)
    }

    private mutating func list(of name: String) throws(RunFailure) -> [String] {
        if consume("]") { return [] }
        var texts: [String] = []
        repeat {
            let first = next()
            guard first != UInt8(ascii: "["), first != UInt8(ascii: "{") else {
                throw .nestedValue(location, column: name)
            }
            let offset = scanner.offset
            guard let text = try scalar() else {
                throw .listItem(content.location(of: offset), column: name)
            }
            texts.append(text)
        } while try hasMore(until: "]")
        return texts
    }

    /// Reads a value that is not a list or an object; returns nil for `null`.
    private mutating func scalar() throws(RunFailure) -> String? {
        let text = content.bytes
        do throws(JSONScanner.Failure) {
            switch try scanner.scalar(in: text.span) {
            case .string(let string): return String(decoding: string.bytes(in: text.span), as: UTF8.self)
            case .number(let range), .boolean(let range): return String(decoding: text[range], as: UTF8.self)
            case .null: return nil
            }
        } catch {
            throw .malformedJSON(content.location(of: error.offset), error.problem)
        }
    }
}
