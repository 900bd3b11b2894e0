/// A field of a request (RFC 9110 section 5.1); its value may be a token and is never shown.
package struct HTTPHeader: Hashable, Sendable {
    /// Longest value, in bytes.
    package static let valueByteLimit = 16384

    /// The field's name.
    package let name: String
    /// The field's value.
    package let value: String

    /// Checks that the name is a token, and the value has no line endings or other controls.
    package init(name: String, value: String) throws(HTTPError) {
        let punctuation = Set("!#$%&'*+-.^_`|~".utf8)
        guard !name.isEmpty,
            name.utf8.allSatisfy({ byte in
                punctuation.contains(byte) || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte)
            })
        else { throw .invalid("this is no header's name, expected letters, digits and -") }
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

    /// The line that libcurl takes: a field without a value is written with a semicolon, else libcurl leaves it out.
    var line: String { value.allSatisfy { $0 == " " || $0 == "\t" } ? "\(name);" : "\(name): \(value)" }
}

extension HTTPHeader: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name alone.
    package var description: String { name }

    /// The name alone.
    package var debugDescription: String { name }

    /// Nothing to see.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
