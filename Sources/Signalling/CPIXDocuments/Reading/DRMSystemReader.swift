import FoundationEssentials
import TextFormats
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
        system.pssh = try element.onlyChild("PSSH", in: cpix)?.bytes()
        system.contentProtectionData = try element.onlyChild("ContentProtectionData", in: cpix)?.bytes()
        system.keyURI = try element.onlyChild("URIExtXKey", in: cpix)?.textInBase64()
        system.keyFormat = try element.nonEmptyText("KeyFormat", in: Namespace.speke)
        system.keyFormatVersions = try element.nonEmptyText("KeyFormatVersions", in: Namespace.speke)
        for data in element.children("HLSSignalingData", in: Namespace.cpix) {
            try read(data, into: &system)
        }
        return system
    }

    /// Reads `HLSSignalingData`, which is for media playlists if it has no `playlist` attribute.
    ///
    /// The value `master` is called `multiVariant` in CPIX 2.4.
    private static func read(_ data: XMLElement, into system: inout CPIXDRMSystem) throws(CPIXError) {
        let playlist = data.nonEmptyAttribute("playlist") ?? "media"
        let linesKeyPath: WritableKeyPath<CPIXDRMSystem, [String]?>
        switch playlist {
        case "media": linesKeyPath = \.mediaLines
        case "master", "multiVariant": linesKeyPath = \.multivariantLines
        default:
            throw data.failure(
                "playlist is \(QuotedText.text(playlist)) (expected media, master or multiVariant)"
            )
        }
        guard system[keyPath: linesKeyPath] == nil else {
            throw data.failure("more than one for \(playlist)")
        }
        let text = try data.textInBase64()
        system[keyPath: linesKeyPath] = text.split { ["\n", "\r\n", "\r"].contains($0) }.map(String.init)
    }
}
