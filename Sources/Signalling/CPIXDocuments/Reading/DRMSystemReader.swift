import FoundationEssentials
import XMLDocuments

/// A reader of `DRMSystem` elements.
enum DRMSystemReader {
    static func read(_ element: XMLElement) throws(CPIXError) -> CPIXDRMSystem {
        var system = CPIXDRMSystem(
            systemID: try element.requiredUUID("systemId"),
            kid: try element.requiredUUID("kid")
        )
        system.name = element.attribute("name")
        system.allowedCPC = element.attribute("HLSAllowedCPC")
        let cpix = [Namespace.cpix]
        system.pssh = try element.only("PSSH", in: cpix)?.bytes()
        system.contentProtectionData = try element.only("ContentProtectionData", in: cpix)?.bytes()
        system.keyURI = try element.only("URIExtXKey", in: cpix)?.textInBase64()
        system.keyFormat = try element.filledText("KeyFormat", in: Namespace.speke)
        system.keyFormatVersions = try element.filledText("KeyFormatVersions", in: Namespace.speke)
        for data in element.children("HLSSignalingData", in: Namespace.cpix) {
            try read(data, into: &system)
        }
        return system
    }

    /// Reads `HLSSignalingData`, which is for media playlists if it has no `playlist` attribute.
    ///
    /// The value `master` is called `multiVariant` in CPIX 2.4.
    private static func read(_ data: XMLElement, into system: inout CPIXDRMSystem) throws(CPIXError) {
        let playlist = data.filled("playlist") ?? "media"
        let target: WritableKeyPath<CPIXDRMSystem, [String]?>
        switch playlist {
        case "media": target = \.mediaLines
        case "master", "multiVariant": target = \.multivariantLines
        default:
            throw data.failure(
                "playlist is \(playlist.prefix(64).debugDescription) (expected media, master or multiVariant)"
            )
        }
        guard system[keyPath: target] == nil else { throw data.failure("more than one for \(playlist)") }
        let text = try data.textInBase64()
        system[keyPath: target] = text.split { ["\n", "\r\n", "\r"].contains($0) }.map(String.init)
    }
}
