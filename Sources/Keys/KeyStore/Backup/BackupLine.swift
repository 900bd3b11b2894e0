import TextFormats

/// A line of a backup as it is read: a flat JSON object of strings and whole numbers, as ``BackupBuffer``
/// writes it.
///
/// Values stay in the line until they are asked for, so that keys do not get into a `String`.
struct BackupLine {
    /// The reason why a line is not such an object.
    struct Failure: Error {
        /// The offset of the fault in the line, in bytes.
        let offset: Int
    }

    private enum Value {
        case text(JSONScanner.StringToken)
        case integer(Int64)
    }

    private var values: [String: Value] = [:]

    /// Parses a line without its line feed.
    init(parsing line: Span<UInt8>) throws(Failure) {
        var scanner = JSONScanner(0..<line.count)
        try Self.expect("{", &scanner, line)
        repeat {
            let start = scanner.offset
            guard case .text(let token) = try Self.value(&scanner, line), let name = Self.text(token, line)
            else {
                throw Failure(offset: start)
            }
            try Self.expect(":", &scanner, line)
            let value = try Self.value(&scanner, line)
            guard values.updateValue(value, forKey: name) == nil else { throw Failure(offset: start) }
        } while scanner.consume(",", in: line)
        try Self.expect("}", &scanner, line)
        guard scanner.next(in: line) == nil else { throw Failure(offset: scanner.offset) }
    }

    func integer(_ name: String) -> Int64? {
        guard case .integer(let number)? = values[name] else { return nil }
        return number
    }

    /// Returns the text with this name, or nil if there is none; `line` is the line that was parsed.
    func text(_ name: String, of line: Span<UInt8>) -> String? {
        guard case .text(let token)? = values[name] else { return nil }
        return Self.text(token, line)
    }

    /// Returns the bytes that hexadecimal digits in `line` encode, or nil if there are none with this name.
    func bytes(_ name: String, of line: Span<UInt8>) -> [UInt8]? {
        guard case .text(let token)? = values[name] else { return nil }
        return Hexadecimal.decode(ascii: line.extracting(token.range))
    }

    func has(_ name: String) -> Bool { values[name] != nil }

    private static func expect(
        _ character: Unicode.Scalar,
        _ scanner: inout JSONScanner,
        _ line: Span<UInt8>
    ) throws(Failure) {
        guard scanner.consume(character, in: line) else { throw Failure(offset: scanner.offset) }
    }

    private static func value(_ scanner: inout JSONScanner, _ line: Span<UInt8>) throws(Failure) -> Value {
        let start = scanner.offset
        let scalar: JSONScanner.Scalar
        do throws(JSONScanner.Failure) {
            scalar = try scanner.scalar(in: line)
        } catch {
            throw Failure(offset: error.offset)
        }
        switch scalar {
        case .string(let token): return .text(token)
        case .number(let range):
            let digits = range.map { line[$0] }
            guard let number = Int64(String(decoding: digits, as: UTF8.self)) else { break }
            return .integer(number)
        case .boolean, .null: break
        }
        throw Failure(offset: start)
    }

    /// Returns the decoded string, or nil if it is not UTF-8.
    private static func text(_ token: JSONScanner.StringToken, _ line: Span<UInt8>) -> String? {
        String(validating: token.bytes(in: line), as: UTF8.self)
    }
}
