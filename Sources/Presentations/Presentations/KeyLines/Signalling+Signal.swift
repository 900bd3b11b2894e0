package import FoundationEssentials
package import KeyStore
package import KeyURITemplates
package import ProtectionTerms

extension Signalling {
    /// Creates the key store's record of a written key line.
    ///
    /// - Parameters:
    ///   - signal: the content of the line.
    ///   - keyID: the id of its key.
    ///   - method: the method, as options name it.
    ///   - scheme: the encryption scheme of the media, as key servers name it, such as `cbcs`.
    ///   - template: the name of the template that made the URI.
    ///   - rules: the asset id rules of the template; nil if it does not state them.
    ///   - tree: the absolute path of the directory of the playlists.
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
        let isOfTemplate = system.hasTemplateURIs && signal.supplied == nil
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

    /// Returns the asset ids that an app may cut out of a key URI and send to its license server.
    ///
    /// Uses the rules of the URI's template, or all known rules if `rules` is nil. Widevine and PlayReady
    /// have none: their clients pass the document in the URI on as it is.
    package static func assetIDs(
        inKeyURI uri: String,
        of system: KeySystem,
        _ rules: [AssetIDRule]?
    ) -> [AssetIDRecord] {
        guard !system.requiresFragmentedMP4 else { return [] }
        return AssetIDRule.assetIDs(inKeyURI: uri, rules).map {
            AssetIDRecord(id: $0.id, hex: $0.hex, rule: $0.rule.name)
        }
    }
}
