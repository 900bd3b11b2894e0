import Ciphers
import TextFormats

/// The values that clients check strictly in a PlayReady Header: namespace, version and the attributes of
/// keys.
///
/// The source is Microsoft's "PlayReady Header Specification", section 3.
enum PlayReadyMarkup {
    /// The XML namespace of the document.
    static let namespace = "http://schemas.microsoft.com/DRM/2007/03/PlayReadyHeader"

    private static let versions = ["4.0.0.0", "4.1.0.0", "4.2.0.0", "4.3.0.0"]
    private static let algorithms = ["AESCTR", "AESCBC", "COCKTAIL"]
    private static let keyAttributes = ["ALGID", "CHECKSUM", "VALUE"]

    /// Returns the errors in the attributes of the root element.
    ///
    /// Each is the end of a sentence about the document, such as `has an unknown ALGID`.
    static func faults(ofHeader attributes: [String: String]) -> [String] {
        var faults: [String] = []
        if attributes["xmlns"] != namespace {
            faults.append("has a header that is not in the namespace \(namespace)")
        }
        let version = attributes["version"] ?? ""
        if !versions.contains(version) {
            faults.append(
                "has a header of the unknown version \(QuotedText.text(version)) (expected \(versions.joined(separator: ", ")))"
            )
        }
        return faults
    }

    /// Returns the errors in the attributes of a key, in the same form.
    static func faults(ofKey attributes: [String: String]) -> [String] {
        var faults: [String] = []
        if let name = attributes.keys.filter({ !keyAttributes.contains($0) }).min() {
            faults.append(
                "has a key with the unknown attribute \(QuotedText.text(name)) (expected only \(keyAttributes.joined(separator: ", ")))"
            )
        }
        if let algorithm = attributes["ALGID"], !algorithms.contains(algorithm) {
            faults.append("has an unknown ALGID (expected \(algorithms.joined(separator: ", ")))")
        }
        if let checksum = attributes["CHECKSUM"],
            Base64.decode(checksum, .missingPadding)?.count != PlayReadyChecksum.byteCount
        {
            faults.append("has a CHECKSUM that is not \(PlayReadyChecksum.byteCount) bytes in base64")
        }
        return faults
    }
}
