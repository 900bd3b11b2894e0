package import KeyStore

/// A format in which keys come in.
protocol KeyImporter: Sendable {
    /// What `keys import --as` calls it; several names for what is read alike.
    static var names: [String] { get }

    /// Whether a file is clearly of this format.
    static func recognises(_ input: ImportInput) -> Bool

    /// What the file says, row by row.
    static func rows(of input: ImportInput, _ settings: ImportSettings) throws(KeyStoreError) -> [ImportRow]
}

/// The formats that are read: a new one is one file and one line here.
package enum ImportFormats {
    /// Every format; those that are told apart by less come later.
    static let all: [any KeyImporter.Type] = [
        CPIXImporter.self,
        DRMtodayImporter.self,
        SKMImporter.self,
        ExpressPlayTokenImporter.self,
        JSONLinesImporter.self,
        FairPlaySDKImporter.self,
        ShakaImporter.self,
        CSVImporter.self,
        KeyFileImporter.self,
    ]

    /// The names, for people.
    package static var names: [String] { all.flatMap { $0.names } }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - input: the file.
    ///   - format: one of ``names``; nil to see it from the file.
    ///   - settings: what files do not say.
    /// - Returns: the keys, each once, and warnings.
    /// - Throws: `.malformedDocument` for what cannot be read and for what contradicts itself.
    package static func read(
        _ input: ImportInput,
        as format: String?,
        _ settings: ImportSettings
    ) throws(KeyStoreError) -> KeyImport {
        let input = try input.opened(settings.privateKey)
        let importer = try importer(of: input, as: format)
        let keys = try KeyImport(rows: try importer.rows(of: input, settings), settings, name: input.name)
        try keys.checkNamed(in: settings, name: input.name)
        return keys
    }

    /// The importer of a format; of the one that the file is clearly of, if none is named.
    static func importer(
        of input: ImportInput,
        as format: String?
    ) throws(KeyStoreError) -> any KeyImporter.Type {
        let importer = all.first { type in
            format.map { type.names.contains($0) } ?? type.recognises(input)
        }
        guard let importer else {
            try JSONObjects.refuseBroken(input)
            throw .malformedDocument(
                place: input.name,
                reason:
                    "the format of this file is not clear. Name it with --as (\(names.joined(separator: ", ")))"
            )
        }
        return importer
    }
}
