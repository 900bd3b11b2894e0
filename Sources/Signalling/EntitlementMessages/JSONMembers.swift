import FoundationEssentials
import TextFormats

/// The members of a JSON object from another program, with type checks whose errors name the member.
struct JSONMembers {
    private let members: [String: Value]
    private let message: String

    /// The value of a member; the messages have no arrays or objects, so these are `other`.
    private enum Value: Decodable {
        case text(String)
        case integer(Int)
        case boolean(Bool)
        case null
        case other

        init(from decoder: any Decoder) throws {
            guard let container = try? decoder.singleValueContainer() else {
                self = .other
                return
            }
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .boolean(value)
            } else if let value = try? container.decode(Int.self) {
                self = .integer(value)
            } else if let value = try? container.decode(String.self) {
                self = .text(value)
            } else {
                self = .other
            }
        }
    }

    /// Reads a JSON object.
    ///
    /// - Parameters:
    ///   - body: the JSON text.
    ///   - message: the expected kind of message, for errors.
    ///   - names: the names that may occur only once, because parsers take the first or the last of several
    ///     (RFC 8259 section 4). If there are such names, the text may have no byte order mark either
    ///     (section 8.1), which some parsers refuse and some ignore.
    /// - Throws: `EntitlementMessageError` if the text is not a JSON object, or if it breaks the rules for
    ///   `names`.
    init(of body: [UInt8], _ message: String, once names: [String] = []) throws(EntitlementMessageError) {
        self.message = message
        guard let members = try? JSONDecoder().decode([String: Value].self, from: Data(body)) else {
            throw EntitlementMessageError(
                message: message,
                finding: "it is not a JSON object (\(CountText.text(body.count, "byte")))"
            )
        }
        self.members = members
        guard !names.isEmpty else { return }
        if body.starts(with: [0xEF, 0xBB, 0xBF]) { throw error("it begins with a byte order mark") }
        let memberNames = try namesOfMembers(in: body)
        for name in names where memberNames.count(where: { $0 == name }) > 1 {
            throw error("\(name) appears more than once")
        }
    }

    /// Returns the names of the object's own members, without those of nested objects.
    private func namesOfMembers(in object: [UInt8]) throws(EntitlementMessageError) -> [String] {
        var scanner = JSONScanner(object.indices)
        var names: [String] = []
        var depth = 0
        while let byte = scanner.next(in: object.span) {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ","), UInt8(ascii: ":"): break
            default:
                guard let scalar = try? scanner.scalar(in: object.span) else {
                    throw error("it is not a JSON object (\(CountText.text(object.count, "byte")))")
                }
                if depth == 1, case .string(let name) = scalar,
                    scanner.next(in: object.span) == UInt8(ascii: ":")
                {
                    names.append(String(decoding: name.bytes(in: object.span), as: UTF8.self))
                }
                continue
            }
            _ = scanner.consume(Unicode.Scalar(byte), in: object.span)
        }
        return names
    }

    func error(_ finding: String) -> EntitlementMessageError {
        EntitlementMessageError(message: message, finding: finding)
    }

    /// Returns a required string.
    func text(_ name: String) throws(EntitlementMessageError) -> String {
        guard let text = try optionalText(name) else { throw error("\(name) is missing") }
        return text
    }

    /// Returns a string, or nil if the member is missing or null.
    func optionalText(_ name: String) throws(EntitlementMessageError) -> String? {
        switch members[name] {
        case .text(let text): return text
        case nil, .null: return nil
        default: throw error("\(name) is not a string")
        }
    }

    /// Returns a required integer.
    func integer(_ name: String) throws(EntitlementMessageError) -> Int {
        switch members[name] {
        case .integer(let number): return number
        case nil, .null: throw error("\(name) is missing")
        default: throw error("\(name) is not a whole number")
        }
    }

    /// Returns a required Boolean.
    func boolean(_ name: String) throws(EntitlementMessageError) -> Bool {
        switch members[name] {
        case .boolean(let value): return value
        case nil, .null: throw error("\(name) is missing")
        default: throw error("\(name) is neither true nor false")
        }
    }

    /// Returns a number, or the number in a string of digits, or nil for anything else.
    func number(_ name: String) -> Int? {
        switch members[name] {
        case .integer(let number): number
        case .text(let digits): Int(digits)
        default: nil
        }
    }

    /// Returns a message as JSON, its members in the order of their names.
    static func encode(_ message: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? Array(encoder.encode(message))) ?? []
    }
}
