package import Protection

extension TitleReport {
    /// Adds the results of a run of `package` or `protect`.
    package mutating func add(_ report: ProtectionReport) {
        if let outcome = TitleState(rawValue: report.outcome) { state = outcome }
        input.files = report.inputFiles
        input.bytes = report.inputBytes
        output = Output(path: report.output, files: report.files, bytes: report.bytes)
        method = report.method
        keySystems = report.keySystems
        warnings += report.warnings
        keys = report.keys.map { key in
            Key(
                keyID: key.keyID,
                track: key.track,
                period: key.period,
                generation: key.generation,
                keyURI: key.uri
            )
        }
    }

    /// Adds the renditions and the duration of a published presentation.
    ///
    /// - Parameters:
    ///   - published: the presentation.
    ///   - keyIDs: key ids by key URI, unredacted or redacted, which take precedence over those of `keys`.
    package mutating func add(_ published: PublishedTree, keyIDs: [String: String] = [:]) {
        renditions = published.renditions(keyIDs: keyIDsByURI.merging(keyIDs) { $1 })
        // I-frame playlists may end before the last segment does.
        duration = renditions.filter { $0.kind != .iFrames }.map(\.duration).max() ?? 0
    }

    /// The ids of the keys by their redacted URIs, without URIs that several keys have.
    private var keyIDsByURI: [String: String] {
        var ids: [String: Set<String>] = [:]
        for key in keys {
            if let id = key.keyID { ids[key.keyURI, default: []].insert(id) }
        }
        return ids.compactMapValues { $0.count == 1 ? $0.first : nil }
    }
}
