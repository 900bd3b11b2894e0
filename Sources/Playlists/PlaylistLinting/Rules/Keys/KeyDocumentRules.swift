import HLSPlaylists
import ProtectionTerms
import TextFormats

/// Rules for keys of Widevine and PlayReady, whose URIs contain a document of the key system.
enum KeyDocumentRules {
    private static let widevineURI = LintRule.warning(
        "key-uri-of-widevine",
        "Shaka Player and ExoPlayer, key tags of Widevine",
        "The URI of a Widevine key is a data URI with a pssh box in base64"
    )
    private static let playReadyURI = LintRule.warning(
        "key-uri-of-playready",
        "Shaka Player and ExoPlayer, key tags of PlayReady",
        "The URI of a PlayReady key is a data URI with a PlayReady Object in base64"
    )
    private static let keyID = LintRule.warning(
        "key-id-of-widevine",
        "Shaka Player, key tags of Widevine",
        "A Widevine key has a KEYID of 16 bytes"
    )
    private static let method = LintRule.error(
        "key-method-of-drm",
        "Shaka Player and ExoPlayer, key tags of Widevine and PlayReady",
        "A key of Widevine or PlayReady uses SAMPLE-AES or SAMPLE-AES-CTR"
    )

    static let check = LintCheck(
        widevineURI,
        playReadyURI,
        keyID,
        method,
        body: .presentation { presentation, report in
            presentation.forEachKey { playlist, key in
                guard key.value.isWidevine || key.value.isPlayReady else { return }
                checkURI(key, playlist, &report)
                checkKeyID(key, playlist, &report)
                checkMethod(key, playlist, &report)
            }
        }
    )

    private static func checkURI(
        _ key: Located<EncryptionKey>,
        _ playlist: String,
        _ report: inout LintReport
    ) {
        guard let uri = key.value.uri, !isBase64Data(uri) else { return }
        report.add(
            key.value.isWidevine ? widevineURI : playReadyURI,
            in: playlist,
            line: key.line,
            "The URI is not a data URI in base64",
            measured: Excerpt(uri.utf8).description,
            allowed: "data:TYPE;base64,DATA"
        )
    }

    private static func checkKeyID(
        _ key: Located<EncryptionKey>,
        _ playlist: String,
        _ report: inout LintReport
    ) {
        guard key.value.isWidevine, key.value.keyID?.count != 16 else { return }
        report.add(
            keyID,
            in: playlist,
            line: key.line,
            "A Widevine key has no KEYID of 16 bytes",
            measured: key.value.keyID.map { "\(2 * $0.count) digits" } ?? "no KEYID",
            allowed: "0x and 32 digits"
        )
    }

    private static func checkMethod(
        _ key: Located<EncryptionKey>,
        _ playlist: String,
        _ report: inout LintReport
    ) {
        // Unknown methods have a rule of their own.
        guard case .known(let knownMethod) = key.value.method, !knownMethod.encryptsSamples else { return }
        report.add(
            method,
            in: playlist,
            line: key.line,
            "The key system does not support encryption of whole segments",
            measured: knownMethod.playlistName,
            allowed: "SAMPLE-AES or SAMPLE-AES-CTR"
        )
    }

    /// Returns whether a URI has the scheme `data` and base64 (RFC 2397); its content is not checked.
    private static func isBase64Data(_ uri: String) -> Bool {
        guard let comma = uri.utf8.firstIndex(of: ASCII.comma) else { return false }
        let head = uri[..<comma].lowercased()
        let data = uri.utf8[comma...].dropFirst()
        return head.hasPrefix("data:") && head.hasSuffix(";base64") && !data.isEmpty
            && data.allSatisfy(isBase64)
    }

    /// Returns whether a byte is a base64 digit, padding, or a character of percent-encoding.
    private static func isBase64(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || "+/=%".utf8.contains(byte)
    }
}
