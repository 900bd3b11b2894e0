import Ciphers
import TextFormats

/// A `data` URI whose data are base64 (RFC 2397).
package struct DataURI: Hashable, Sendable {
    /// The media type with its parameters as written, without `;base64`.
    let mediaType: String
    /// The decoded data.
    package let bytes: [UInt8]

    /// Creates a URI from its parts.
    package init(mediaType: String, bytes: [UInt8]) {
        self.mediaType = mediaType
        self.bytes = bytes
    }

    /// The media type of Widevine's key URIs.
    static let widevineType = "text/plain"
    /// The media type of PlayReady's key URIs.
    static let playReadyType = "text/plain;charset=UTF-16"

    private static let scheme = "data:"
    private static let marker = ";base64"

    /// The URI as written in playlists.
    package var text: String { Self.scheme + mediaType + Self.marker + "," + Base64.encode(bytes) }

    /// Indicates whether a URI has the scheme `data`.
    package static func hasScheme(_ uri: String) -> Bool {
        uri.utf8.prefix(scheme.utf8.count).elementsEqual(scheme.utf8, by: { $0 | 0x20 == $1 | 0x20 })
    }

    /// Parses a URI, or is nil if it has another scheme or is not base64.
    ///
    /// The scheme and `;base64` may be in either case, the digits percent-encoded, and the padding missing.
    package init?(parsing uri: String) {
        guard Self.hasScheme(uri), let comma = uri.utf8.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        let head = String(decoding: uri.utf8[..<comma].dropFirst(Self.scheme.utf8.count), as: UTF8.self)
        guard head.lowercased().utf8.suffix(Self.marker.utf8.count).elementsEqual(Self.marker.utf8),
            let digits = PercentEncoding.decode(uri.utf8[comma...].dropFirst()),
            let bytes = Base64.decode(digits, .missingPadding)
        else { return nil }
        self.init(
            mediaType: String(decoding: head.utf8.dropLast(Self.marker.utf8.count), as: UTF8.self),
            bytes: bytes
        )
    }
}
