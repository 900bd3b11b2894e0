import CPIXDocuments
import Foundation
import WipedMemory

/// CPIX documents for the tests, and functions to read and write them.
enum Documents {
    static let kid = "5f2c6a1e-0b0d-4c59-8a53-6d0f1a2b3c4d"
    static let otherKid = "a1b2c3d4-e5f6-4789-8abc-def012345678"
    static let fairPlay = "94ce86fb-07ff-4f43-adb8-93d2fa968ca2"
    /// 00112233445566778899aabbccddeeff, encoded by `base64`.
    static let keyInBase64 = "ABEiM0RVZneImaq7zN3u/w=="

    /// Returns a document with `contents` in its root element.
    static func document(_ contents: String, attributes: String = "contentId=\"c\"") -> String {
        """
        <cpix:CPIX xmlns:cpix="urn:dashif:org:cpix" xmlns:pskc="urn:ietf:params:xml:ns:keyprov:pskc" \(attributes)>
        \(contents)
        </cpix:CPIX>
        """
    }

    /// Returns a list with one plain key.
    static func keyList(_ attributes: String = "", value: String = keyInBase64) -> String {
        """
        <cpix:ContentKeyList><cpix:ContentKey kid="\(kid)" \(attributes)><cpix:Data><pskc:Secret>
        <pskc:PlainValue>\(value)</pskc:PlainValue>
        </pskc:Secret></cpix:Data></cpix:ContentKey></cpix:ContentKeyList>
        """
    }

    /// Returns a list with one DRM system of the key, with `contents`.
    static func systemList(_ contents: String) -> String {
        """
        <cpix:DRMSystemList><cpix:DRMSystem systemId="\(fairPlay.uppercased())" kid="\(kid.uppercased())">
        \(contents)
        </cpix:DRMSystem></cpix:DRMSystemList>
        """
    }

    static func read(_ text: String) throws(CPIXError) -> CPIXDocument {
        try CPIXReader.read(SecretBytes(copying: Array(text.utf8)))
    }

    /// Returns the error for a text, or nil if it is read.
    static func failure(_ text: String) -> CPIXError? {
        do {
            _ = try read(text)
            return nil
        } catch {
            return error
        }
    }

    /// Returns a written document as text.
    static func text(_ document: CPIXDocument, _ dialect: CPIXDocument.Dialect) throws(CPIXError) -> String {
        let bytes = try CPIXWriter(dialect).write(document)
        return bytes.withSpan { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
    }
}

extension UUID {
    /// Creates a UUID from text that is known to be valid.
    init(_ text: String) {
        guard let uuid = UUID(uuidString: text) else { preconditionFailure("no UUID") }
        self = uuid
    }
}
