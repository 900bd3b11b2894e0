import Ciphers
import FoundationEssentials
import TextFormats
import WipedMemory
import XMLDocuments

/// Attributes and text as values of schema types; errors contain the line and the element.
extension XMLElement {
    /// Returns an error in this element.
    func failure(_ reason: String) -> CPIXError {
        .malformed(line: line, element: name, reason: reason)
    }

    /// Returns an attribute, or nil if it is missing or empty.
    func nonEmptyAttribute(_ name: String) -> String? {
        guard let value = attribute(name), !value.isEmpty else { return nil }
        return value
    }

    /// Returns a required attribute.
    func required(_ name: String) throws(CPIXError) -> String {
        guard let value = attribute(name) else { throw failure("no attribute \(name)") }
        return value
    }

    /// Returns a UUID of 36 characters, or nil if there is no such attribute.
    func uuid(_ name: String) throws(CPIXError) -> UUID? {
        guard let text = attribute(name) else { return nil }
        guard text.utf8.count == 36, let uuid = UUID(uuidString: text) else {
            throw failure("\(name) is not a UUID (\(QuotedText.text(text)))")
        }
        return uuid
    }

    /// Returns a required UUID.
    func requiredUUID(_ name: String) throws(CPIXError) -> UUID {
        guard let uuid = try uuid(name) else { throw failure("no attribute \(name)") }
        return uuid
    }

    /// Returns an `xs:integer` of at least 0, or nil if there is no such attribute.
    func number(_ name: String) throws(CPIXError) -> Int? {
        guard let text = attribute(name) else { return nil }
        let digits = text.withoutOuterWhiteSpace
        guard digits.utf8.allSatisfy(\.isASCIIDigit), let number = Int(digits) else {
            throw failure("\(name) is not a number (\(QuotedText.text(text)))")
        }
        return number
    }

    /// Returns an `xs:boolean`, or nil if there is no such attribute.
    func boolean(_ name: String) throws(CPIXError) -> Bool? {
        switch attribute(name)?.withoutOuterWhiteSpace {
        case nil: return nil
        case "true", "1": return true
        case "false", "0": return false
        case let text?: throw failure("\(name) is not true or false (\(QuotedText.text(text)))")
        }
    }

    /// Decodes the base64 in the element as a secret.
    func secret() throws(CPIXError) -> SecretBytes {
        guard children.isEmpty else { throw failure("elements where base64 was expected") }
        guard var bytes = withText({ Base64.decode($0, .whiteSpace) }) else { throw failure("not base64") }
        defer { secureErase(&bytes) }
        return SecretBytes(copying: bytes.span)
    }

    /// Decodes the base64 in the element.
    func bytes() throws(CPIXError) -> [UInt8] {
        let bytes = try secret()
        return bytes.withSpan { bytes in bytes.indices.map { bytes[$0] } }
    }

    /// Decodes the base64 in the element as UTF-8 text, without a byte order mark.
    func textInBase64() throws(CPIXError) -> String {
        let bytes = try bytes()
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let contents = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...]
        guard let text = String(validating: contents, as: UTF8.self) else {
            throw failure("not text in UTF-8")
        }
        let isClean = text.unicodeScalars.allSatisfy {
            $0.value >= 0x20 || [0x09, 0x0A, 0x0D].contains($0.value)
        }
        guard isClean else { throw failure("control characters in the text") }
        return text
    }

    /// Decodes the base64 in the only child element with a name as text, or returns nil if it is missing or
    /// empty.
    ///
    /// Some servers return the empty elements of a request unchanged.
    func nonEmptyText(_ name: String, in namespace: String) throws(CPIXError) -> String? {
        guard let text = try onlyChild(name, in: [namespace])?.textInBase64(), !text.isEmpty else {
            return nil
        }
        return text
    }

    /// Returns the only child element with a name, or nil if there is none; throws if there are several.
    func onlyChild(_ name: String, in namespaces: [String]) throws(CPIXError) -> XMLElement? {
        let foundElements = children.filter { $0.name == name && namespaces.contains($0.namespace) }
        guard foundElements.count <= 1 else {
            throw foundElements[1].failure("more than one in \(self.name)")
        }
        return foundElements.first
    }
}

extension String {
    /// The value without white space at its ends, as the schema's numbers and booleans allow it.
    fileprivate var withoutOuterWhiteSpace: Substring {
        let value = drop(while: \.isWhitespace)
        let end = value.lastIndex { !$0.isWhitespace }.map(value.index(after:))
        return value[..<(end ?? value.startIndex)]
    }
}
