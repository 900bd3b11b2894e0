import Ciphers
import FoundationEssentials
import TextFormats
import WipedMemory
import XMLDocuments

/// Attributes and texts as the types of the schema; errors name the line and the element.
extension XMLElement {
    /// What is wrong with this element.
    func failure(_ reason: String) -> CPIXError {
        .malformed(line: line, element: name, reason: reason)
    }

    /// An attribute that says something; nil where there is none, or an empty one.
    func filled(_ name: String) -> String? {
        guard let value = attribute(name), !value.isEmpty else { return nil }
        return value
    }

    /// An attribute that has to be there.
    func required(_ name: String) throws(CPIXError) -> String {
        guard let value = attribute(name) else { throw failure("no attribute \(name)") }
        return value
    }

    /// A UUID of 36 characters; nil where there is no such attribute.
    func uuid(_ name: String) throws(CPIXError) -> UUID? {
        guard let text = attribute(name) else { return nil }
        guard text.utf8.count == 36, let uuid = UUID(uuidString: text) else {
            throw failure("\(name) is no UUID (\(text.prefix(64).debugDescription))")
        }
        return uuid
    }

    /// A UUID that has to be there.
    func requiredUUID(_ name: String) throws(CPIXError) -> UUID {
        guard let uuid = try uuid(name) else { throw failure("no attribute \(name)") }
        return uuid
    }

    /// `xs:integer`, not negative; nil where there is no such attribute.
    func number(_ name: String) throws(CPIXError) -> Int? {
        guard let text = attribute(name) else { return nil }
        let digits = text.withoutOuterWhiteSpace
        guard digits.utf8.allSatisfy(\.isASCIIDigit), let number = Int(digits) else {
            throw failure("\(name) is no number (\(text.prefix(64).debugDescription))")
        }
        return number
    }

    /// `xs:boolean`; nil where there is no such attribute.
    func boolean(_ name: String) throws(CPIXError) -> Bool? {
        switch attribute(name)?.withoutOuterWhiteSpace {
        case nil: return nil
        case "true", "1": return true
        case "false", "0": return false
        case let text?: throw failure("\(name) is not true or false (\(text.prefix(64).debugDescription))")
        }
    }

    /// The base64 in it, as a secret.
    func secret() throws(CPIXError) -> SecretBytes {
        guard children.isEmpty else { throw failure("elements where base64 was expected") }
        guard var bytes = withText({ Base64.decode($0, .whiteSpace) }) else { throw failure("no base64") }
        defer { secureErase(&bytes) }
        return SecretBytes(copying: bytes.span)
    }

    /// The base64 in it.
    func bytes() throws(CPIXError) -> [UInt8] {
        let bytes = try secret()
        return bytes.withSpan { bytes in bytes.indices.map { bytes[$0] } }
    }

    /// The base64 in it as text in UTF-8, without a byte order mark.
    func textInBase64() throws(CPIXError) -> String {
        let bytes = try bytes()
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let contents = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        guard let text = String(validating: contents, as: UTF8.self) else {
            throw failure("no text in UTF-8")
        }
        let isClean = text.unicodeScalars.allSatisfy {
            $0.value >= 0x20 || [0x09, 0x0A, 0x0D].contains($0.value)
        }
        guard isClean else { throw failure("control characters in the text") }
        return text
    }

    /// The base64 in the only element of that name in this one, as text; nil where there is none, or an empty one: servers
    /// that have nothing to say send elements of a request back as they came.
    func filledText(_ name: String, in namespace: String) throws(CPIXError) -> String? {
        guard let text = try only(name, in: [namespace])?.textInBase64(), !text.isEmpty else { return nil }
        return text
    }

    /// The only element of that name in this one; nil where there is none.
    func only(_ name: String, in namespaces: [String]) throws(CPIXError) -> XMLElement? {
        let found = children.filter { $0.name == name && namespaces.contains($0.namespace) }
        guard found.count <= 1 else { throw found[1].failure("more than one in \(self.name)") }
        return found.first
    }
}

extension String {
    /// The value as numbers and booleans of the schema are read: without white space before and after it.
    fileprivate var withoutOuterWhiteSpace: Substring {
        let value = drop(while: \.isWhitespace)
        let end = value.lastIndex { !$0.isWhitespace }.map(value.index(after:))
        return value[..<(end ?? value.startIndex)]
    }
}
