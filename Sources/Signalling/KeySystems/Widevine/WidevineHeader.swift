package import Bitstreams
package import ISOBaseMedia

/// The data of a `pssh` box of Widevine: a protocol buffers message.
///
/// Field numbers are those of Google's widevine_pssh_data.proto. Of the fields that are not here, none says which key it
/// is; they are passed over.
package struct WidevineHeader: Hashable, Sendable {
    /// Field 2: the ids of the keys, 16 bytes each where they are KIDs.
    package var keyIDs: [[UInt8]]
    /// Field 3: whose key server has them; nil where it is not said.
    package var provider: String?
    /// Field 4: what the key server calls the title; nil where it is not said.
    package var contentID: [UInt8]?
    /// Field 9: the scheme of common encryption; nil where it is not said, which means `cenc`.
    package var schemeType: FourCharacterCode?

    /// A header from its parts.
    package init(
        keyIDs: [[UInt8]],
        provider: String? = nil,
        contentID: [UInt8]? = nil,
        schemeType: FourCharacterCode? = nil
    ) {
        self.keyIDs = keyIDs
        self.provider = provider
        self.contentID = contentID
        self.schemeType = schemeType
    }

    /// Numbers of the fields.
    private enum Field {
        static let keyID: UInt64 = 2
        static let provider: UInt64 = 3
        static let contentID: UInt64 = 4
        static let protectionScheme: UInt64 = 9
    }

    /// Reads a message; unknown fields are passed over.
    ///
    /// - Parameters:
    ///   - bytes: the data of the box.
    ///   - offset: where they start in their stream.
    /// - Throws: `ParseError` for what is no message.
    package init(parsing bytes: ArraySlice<UInt8>, at offset: UInt64 = 0) throws(ParseError) {
        self.init(keyIDs: [])
        var reader = ByteReader(bytes, at: offset)
        while !reader.isAtEnd {
            let start = reader.offset
            let field = try ProtocolBufferField(&reader)
            switch (field.number, field.value) {
            case (Field.keyID, .bytes(let bytes)): keyIDs.append(Array(bytes))
            case (Field.provider, .bytes(let bytes)): provider = String(decoding: bytes, as: UTF8.self)
            case (Field.contentID, .bytes(let bytes)): contentID = Array(bytes)
            case (Field.protectionScheme, .integer(let value)):
                guard let code = UInt32(exactly: value) else {
                    throw .invalid(
                        offset: start,
                        field: "protection_scheme",
                        found: "\(value)",
                        expected: "a four-character code"
                    )
                }
                schemeType = code == 0 ? nil : FourCharacterCode(rawValue: code)
            default: continue
            }
        }
    }

    /// The message.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for keyID in keyIDs { bytes += ProtocolBufferField(Field.keyID, keyID).bytes }
        if let provider { bytes += ProtocolBufferField(Field.provider, Array(provider.utf8)).bytes }
        if let contentID { bytes += ProtocolBufferField(Field.contentID, contentID).bytes }
        if let schemeType {
            let value = UInt64(schemeType.rawValue)
            bytes += ProtocolBufferField(Field.protectionScheme, value).bytes
        }
        return bytes
    }
}
