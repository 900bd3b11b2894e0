import TextFormats

extension Manifest {
    /// Throws if the manifest has a column that is not known.
    ///
    /// - Parameter known: the canonical names; `input` and `content_id` are always known.
    /// - Throws: `ManifestError` at the header, or at the first title with the unknown key.
    package func checkColumns(known: Set<String>) throws(ManifestError) {
        let all = known.union([ManifestColumn.input, ManifestColumn.contentID])
        guard let unknown = columns.first(where: { !all.contains($0.key) }) else { return }
        throw ManifestError(
            at: TextLocation(in: source, line: unknown.line),
            .unknownColumn(unknown.name, known: all.sorted())
        )
    }
}
