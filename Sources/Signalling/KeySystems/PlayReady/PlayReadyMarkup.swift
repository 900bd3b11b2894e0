import Ciphers

/// What the specification allows of a PlayReady Header where clients are strict: its namespace, its versions and the attributes of
/// keys ("PlayReady Header Specification" of Microsoft, section 3).
enum PlayReadyMarkup {
    /// The namespace of the document.
    static let namespace = "http://schemas.microsoft.com/DRM/2007/03/PlayReadyHeader"

    private static let versions = ["4.0.0.0", "4.1.0.0", "4.2.0.0", "4.3.0.0"]
    private static let algorithms = ["AESCTR", "AESCBC", "COCKTAIL"]
    private static let keyAttributes = ["ALGID", "CHECKSUM", "VALUE"]

    /// What is wrong with the attributes of the outermost element, in words that go on behind the document's name.
    static func faults(ofHeader attributes: [String: String]) -> [String] {
        var faults: [String] = []
        if attributes["xmlns"] != namespace { faults.append("is not of the namespace \(namespace)") }
        if !versions.contains(attributes["version"] ?? "") {
            faults.append("is of no version that there is (expected \(versions.joined(separator: ", ")))")
        }
        return faults
    }

    /// What is wrong with those of a key.
    static func faults(ofKey attributes: [String: String]) -> [String] {
        var faults: [String] = []
        if attributes.keys.contains(where: { !keyAttributes.contains($0) }) {
            faults.append(
                "has an attribute of a key that there is not (expected \(keyAttributes.joined(separator: ", ")))"
            )
        }
        if let algorithm = attributes["ALGID"], !algorithms.contains(algorithm) {
            faults.append("has an ALGID that there is not (expected \(algorithms.joined(separator: ", ")))")
        }
        if let checksum = attributes["CHECKSUM"],
            Base64.decode(checksum, .missingPadding)?.count != PlayReadyChecksum.byteCount
        {
            faults.append("has a CHECKSUM that is no \(PlayReadyChecksum.byteCount) bytes in base64")
        }
        return faults
    }
}
