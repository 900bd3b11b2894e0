package import Bitstreams
package import ISOBaseMedia

/// The data of a Widevine `pssh` box: a protocol buffers message.
///
/// Field numbers are those of Google's widevine_pssh_data.proto. The fields that are not listed here are
/// skipped, because none identifies a key.
package struct WidevineHeader: Hashable, Sendable {
    /// The ids of the keys (field 2), 16 bytes each if they are KIDs.
    package var keyIDs: [[UInt8]]
    /// The provider that has the keys (field 3), or nil if the field is missing.
    var provider: String?
    /// The provider's id of the content (field 4), or nil if the field is missing.
    var contentID: [UInt8]?
    /// The protection scheme (field 9), or nil if the field is missing, which means `cenc`.
    package var schemeType: FourCharacterCode?

    /// Creates a header from its parts.
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

    /// The numbers of the fields.
    private enum Field {
        static let keyID: UInt64 = 2
        static let provider: UInt64 = 3
        static let contentID: UInt64 = 4
        static let protectionScheme: UInt64 = 9
    }

    /// Reads a message and skips unknown fields.
    ///
    /// - Parameters:
    ///   - bytes: the data of the box.
    ///   - offset: the offset of the bytes in the enclosing data, for errors.
    /// - Throws: `ParseError` for bytes that are not a protocol buffers message.
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

    /// The message as bytes.
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
