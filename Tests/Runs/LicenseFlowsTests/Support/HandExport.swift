import Ciphers
import Foundation
import KeyStore
import PresentationFixtures

/// Exported files that other software could have written, without our exporters.
enum HandExport {
    /// A key that no title has.
    static let otherKey = "00112233445566778899aabbccddeeff"

    /// Returns a line of JSON Lines with these members, whose values are JSON texts.
    static func record(_ members: [String: String]) -> [UInt8] {
        let text = members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
        return Array("{\(text)}\n".utf8)
    }

    /// Returns a line of JSON Lines with content id, key id, key and IV of a record, and other members.
    static func record(of key: KeyRecord, _ more: [String: String] = [:]) -> [UInt8] {
        let members = [
            "content_id": "\"movie-42\"", "key_id": "\"\(key.keyID.uuidString)\"",
            "key": "\"\(key.key.digits)\"",
            "iv": "\"\(key.iv.hexadecimal)\"",
        ]
        return record(members.merging(more) { $1 })
    }

    /// Returns a document of one key (DASH-IF CPIX 2.3) without IV, policy and usage rules.
    static func cpix(_ id: UUID, _ digits: String) -> [UInt8] { cpix([(id, digits)]) }

    /// Returns a document of several keys.
    static func cpix(_ keys: [(id: UUID, digits: String)]) -> [UInt8] {
        let elements = keys.map { id, digits in
            let bytes = stride(from: 0, to: 32, by: 2).compactMap {
                UInt8(digits.dropFirst($0).prefix(2), radix: 16)
            }
            return "<ContentKey kid=\"\(id.uuidString.lowercased())\"><Data><pskc:Secret><pskc:PlainValue>"
                + "\(Data(bytes).base64EncodedString())</pskc:PlainValue></pskc:Secret></Data></ContentKey>"
        }
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <CPIX xmlns="urn:dashif:org:cpix" xmlns:pskc="urn:ietf:params:xml:ns:keyprov:pskc" contentId="movie-42">
            <ContentKeyList>\(elements.joined())</ContentKeyList>
            </CPIX>

            """
        return Array(text.utf8)
    }
}
