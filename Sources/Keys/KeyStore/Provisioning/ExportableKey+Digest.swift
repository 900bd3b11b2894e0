import Ciphers
import FoundationEssentials
import ProtectionTerms

/// A key as a license server gets it, in 48 bytes: a delivery may be of all keys of a store.
package struct DeliveredKey: Sendable {
    let keyID: UUID
    let digest: InlineArray<32, UInt8>

    package init(_ key: ExportableKey) {
        let bytes = key.recordDigest
        (keyID, digest) = (key.record.keyID, InlineArray { bytes[$0] })
    }
}

extension ExportableKey {
    /// The digest of everything that a license server gets beside the key itself, 32 bytes.
    ///
    /// It is SHA-256 over length-prefixed fields: the text `fairlead-key-server-record`, the number 1
    /// (version of this form), the terms of the policy, each distinct signalling without tree and time
    /// (ordered by their bytes), the state. An optional value is the number 1 and the value, or the number 0
    /// if it is absent.
    var recordDigest: [UInt8] {
        var fields = LengthPrefixedFields()
        fields.append("fairlead-key-server-record")
        fields.append(1)
        let terms = policy?.terms ?? KeyPolicyTerms()
        for text in terms.texts { fields.append(optional: text.value) }
        for duration in terms.durations { fields.append(optional: duration.value) }
        let distinctFields = Set(signalling.map(\.fieldsForServers))
        fields.append(distinctFields.count)
        for bytes in distinctFields.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            fields.append(bytes)
        }
        fields.append(state.rawValue)
        return SHA256.digest(of: fields.bytes)
    }
}

extension Signalling {
    fileprivate var fieldsForServers: [UInt8] {
        var fields = LengthPrefixedFields()
        for text in [system, method, keyURI] { fields.append(text) }
        for text in [scheme, keyFormat, keyFormatVersions, template] { fields.append(optional: text) }
        for assetID in assetIDs {
            for text in [assetID.id, assetID.hex, assetID.rule] { fields.append(text) }
        }
        return fields.bytes
    }
}

extension LengthPrefixedFields {
    fileprivate mutating func append(optional text: String?) {
        append(text == nil ? 0 : 1)
        if let text { append(text) }
    }

    fileprivate mutating func append(optional number: Int?) {
        append(number == nil ? 0 : 1)
        if let number { append(number) }
    }
}
