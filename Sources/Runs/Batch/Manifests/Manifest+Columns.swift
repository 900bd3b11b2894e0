import TextFormats

extension Manifest {
    /// Refuses columns that nobody knows.
    ///
    /// - Parameter known: canonical names; `input` and `content_id` need not be among them.
    /// - Throws: `ManifestError` at the header, or at the first title with the unknown key.
    package func checkColumns(known: Set<String>) throws(ManifestError) {
        let all = known.union([ManifestColumn.input, ManifestColumn.contentID])
        guard let unknown = columns.first(where: { !all.contains($0.key) }) else { return }
        throw ManifestError(
            at: TextPlace(in: source, line: unknown.line),
            .unknownColumn(unknown.name, known: all.sorted())
        )
    }
}
