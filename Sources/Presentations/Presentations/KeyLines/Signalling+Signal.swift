package import FoundationEssentials
package import KeyStore
package import KeyURITemplates
package import ProtectionTerms

extension Signalling {
    /// The record of a line as it is written.
    ///
    /// - Parameters:
    ///   - signal: what the line says.
    ///   - keyID: its key.
    ///   - method: the method, as options name it.
    ///   - scheme: how its media are encrypted, in the words of key servers.
    ///   - template: the template that was used.
    ///   - rules: what apps cut out of the template's URI; nil where it does not say it.
    ///   - tree: the directory of the playlists, absolute.
    package init(
        of signal: KeySignal,
        keyID: UUID,
        method: String,
        scheme: String?,
        template: String?,
        rules: [AssetIDRule]?,
        tree: String
    ) {
        let system = signal.system
        let isOfTemplate = system.hasTemplateURIs && signal.given == nil
        self.init(
            keyID: keyID,
            system: system.name,
            method: method,
            scheme: scheme,
            keyURI: signal.uri,
            keyFormat: system == .identity ? nil : system.keyFormat,
            keyFormatVersions: signal.keyFormatVersions,
            assetIDs: Self.assetIDs(inKeyURI: signal.uri, of: system, isOfTemplate ? rules : nil),
            template: isOfTemplate ? template : nil,
            tree: tree
        )
    }

    /// What an app may take from a URI for its key server, by the rules of the URI's template, else by any; nothing from the
    /// documents of Widevine and PlayReady, which their clients hand on as they are.
    package static func assetIDs(
        inKeyURI uri: String,
        of system: KeySystem,
        _ rules: [AssetIDRule]?
    ) -> [AssetIDRecord] {
        guard !system.isForFragmentsOnly else { return [] }
        return AssetIDRule.assetIDs(inKeyURI: uri, rules).map {
            AssetIDRecord(id: $0.id, hex: $0.hex, rule: $0.rule.name)
        }
    }
}
