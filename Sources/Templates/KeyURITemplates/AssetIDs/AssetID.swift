import TextFormats

/// The bytes that a client may send to the key server for a key URI, and the rule by which it cuts them out.
///
/// Key servers compare bytes, so two asset ids are equal only if their bytes and rules are.
package struct AssetID: Hashable, Sendable {
    /// How many bytes FairPlay takes (FPS_V1_ASSET_ID_MIN_SZ and FPS_V1_ASSET_ID_MAX_SZ of Apple's server
    /// SDK).
    package static let lengths = 2...200

    /// The rule that yields it.
    package let rule: AssetIDRule
    /// The asset id, UTF-8.
    package let bytes: [UInt8]

    /// The asset id as text.
    package var id: String { String(decoding: bytes, as: UTF8.self) }

    /// The asset id in lower-case hexadecimal digits.
    package var hex: String { Hexadecimal.encode(bytes) }

    /// Nil if the length is out of bounds.
    init?(_ bytes: some Collection<UInt8>, rule: AssetIDRule) {
        guard Self.lengths.contains(bytes.count) else { return nil }
        self.rule = rule
        self.bytes = Array(bytes)
    }
}
