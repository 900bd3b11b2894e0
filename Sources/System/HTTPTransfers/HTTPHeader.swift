/// A field of a request (RFC 9110 section 5.1), whose value is never shown, because it may be a token.
package struct HTTPHeader: Hashable, Sendable {
    /// The maximum length of a value, in bytes.
    static let valueByteLimit = 16384

    /// The name of the field.
    let name: String
    /// The value of the field.
    package let value: String

    /// Creates a field if the name is a token and the value has no line endings or other control characters.
    package init(name: String, value: String) throws(HTTPError) {
        let punctuation = Set("!#$%&'*+-.^_`|~".utf8)
        guard !name.isEmpty,
            name.utf8.allSatisfy({ byte in
                punctuation.contains(byte) || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte)
            })
        else { throw .invalid("this is not the name of a header, expected letters, digits and -") }
        guard value.utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }),
            value.utf8.count <= Self.valueByteLimit
        else {
            throw .invalid(
                "the value of header \(name) has control characters or more than \(Self.valueByteLimit) bytes"
            )
        }
        self.name = name
        self.value = value
    }

    /// The line for libcurl, with a semicolon after a name without value, because libcurl would omit the
    /// field otherwise.
    var line: String { value.allSatisfy { $0 == " " || $0 == "\t" } ? "\(name);" : "\(name): \(value)" }
}

extension HTTPHeader: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name alone.
    package var description: String { name }

    package var debugDescription: String { name }

    /// A mirror without children, so that the value cannot be reflected.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
