import CPIXDocuments
import Foundation
import WipedMemory

/// Texts of documents for the tests, and how they are read.
enum Documents {
    static let kid = "5f2c6a1e-0b0d-4c59-8a53-6d0f1a2b3c4d"
    static let otherKid = "a1b2c3d4-e5f6-4789-8abc-def012345678"
    static let fairPlay = "94ce86fb-07ff-4f43-adb8-93d2fa968ca2"
    /// 00112233445566778899aabbccddeeff, by `base64`.
    static let keyInBase64 = "ABEiM0RVZneImaq7zN3u/w=="

    /// A document with `contents` in its root.
    static func document(_ contents: String, attributes: String = "contentId=\"c\"") -> String {
        """
        <cpix:CPIX xmlns:cpix="urn:dashif:org:cpix" xmlns:pskc="urn:ietf:params:xml:ns:keyprov:pskc" \(attributes)>
        \(contents)
        </cpix:CPIX>
        """
    }

    /// A list with one plain key.
    static func keyList(_ attributes: String = "", value: String = keyInBase64) -> String {
        """
        <cpix:ContentKeyList><cpix:ContentKey kid="\(kid)" \(attributes)><cpix:Data><pskc:Secret>
        <pskc:PlainValue>\(value)</pskc:PlainValue>
        </pskc:Secret></cpix:Data></cpix:ContentKey></cpix:ContentKeyList>
        """
    }

    /// A list with one system of the key, with `contents`.
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

    /// Why a text is refused; nil if it is not.
    static func failure(_ text: String) -> CPIXError? {
        do {
            _ = try read(text)
            return nil
        } catch {
            return error
        }
    }

    /// A written document as text.
    static func text(_ document: CPIXDocument, _ dialect: CPIXDocument.Dialect) throws(CPIXError) -> String {
        let bytes = try CPIXWriter(dialect).write(document)
        return bytes.withSpan { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
    }
}

extension UUID {
    /// A UUID of a test.
    init(_ text: String) {
        guard let uuid = UUID(uuidString: text) else { preconditionFailure("no UUID") }
        self = uuid
    }
}
