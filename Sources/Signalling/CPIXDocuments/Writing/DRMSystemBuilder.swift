import Ciphers
import FoundationEssentials
import XMLDocuments

/// A builder of the contents of `DRMSystem` elements.
struct DRMSystemBuilder {
    let dialect: CPIXDocument.Dialect

    func build(_ system: CPIXDRMSystem, _ element: XMLElement) throws(XMLError) {
        try element.setAttribute("systemId", CPIXTreeBuilder.uuidText(system.systemID))
        try element.setAttribute("kid", CPIXTreeBuilder.uuidText(system.kid))
        try element.setAttribute("name", system.name)
        try element.setAttribute("HLSAllowedCPC", system.allowedCPC)
        try add("cpix", "PSSH", system.pssh, to: element)
        try add("cpix", "ContentProtectionData", system.contentProtectionData, to: element)
        try add("cpix", "URIExtXKey", system.keyURI.map { Array($0.utf8) }, to: element)
        try add(lines: system.mediaLines, for: "media", to: element)
        try add(lines: system.multivariantLines, for: dialect.multivariantPlaylist, to: element)
        try add("speke", "KeyFormat", system.keyFormat.map { Array($0.utf8) }, to: element)
        try add("speke", "KeyFormatVersions", system.keyFormatVersions.map { Array($0.utf8) }, to: element)
    }

    private func add(_ prefix: String, _ name: String, _ bytes: [UInt8]?, to element: XMLElement)
        throws(XMLError)
    {
        guard let bytes else { return }
        let child = try element.append(prefix, name)
        guard !bytes.isEmpty else { return }
        try child.append(text: Base64.encode(bytes))
    }

    private func add(lines: [String]?, for playlist: String, to element: XMLElement) throws(XMLError) {
        guard let lines else { return }
        let child = try element.append("cpix", "HLSSignalingData")
        try child.setAttribute("playlist", playlist)
        guard !lines.isEmpty else { return }
        try child.append(text: Base64.encode(Array(lines.joined(separator: "\n").utf8)))
    }
}
