import TextFormats

/// An asset id that a client may extract from a key URI and send to the license server.
///
/// License servers compare bytes, so two asset ids are equal only if both their bytes and their rules are.
package struct AssetID: Hashable, Sendable {
    /// The permitted lengths in bytes.
    ///
    /// They are `FPS_V1_ASSET_ID_MIN_SZ` and `FPS_V1_ASSET_ID_MAX_SZ` of Apple's FairPlay server SDK.
    package static let lengths = 2...200

    /// The rule by which the asset id was extracted.
    package let rule: AssetIDRule
    /// The asset id in UTF-8.
    package let bytes: [UInt8]

    /// The asset id as text.
    package var id: String { String(decoding: bytes, as: UTF8.self) }

    /// The asset id in lowercase hexadecimal digits.
    package var hex: String { Hexadecimal.encode(bytes) }

    /// Creates an asset id, or returns nil if its length is not permitted.
    init?(_ bytes: some Collection<UInt8>, rule: AssetIDRule) {
        guard Self.lengths.contains(bytes.count) else { return nil }
        self.rule = rule
        self.bytes = Array(bytes)
    }
}
