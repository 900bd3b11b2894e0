package import Failures
import KeyStore
import ProtectionTerms

/// An importer of keys in one format.
protocol KeyImporter: Sendable {
    /// The names of the format for `keys import --as`, several if it reads several formats.
    static var names: [String] { get }

    /// Indicates whether a file clearly has this format.
    static func recognizes(_ input: ImportInput) -> Bool

    /// Reads the rows, lines or objects of a file.
    static func rows(of input: ImportInput, _ settings: ImportSettings) throws(RunFailure) -> [ImportRow]
}

/// The list of import formats; a new format needs a file and a line here.
package enum ImportFormats {
    /// All formats, of which those that are harder to recognize come later.
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

    /// The names of all formats, for people.
    package static var names: [String] { all.flatMap { $0.names } }

    /// Reads a file of keys.
    ///
    /// - Parameters:
    ///   - input: the file, which may be encrypted as a whole.
    ///   - format: one of ``names``, or nil to recognize it.
    ///   - settings: the values that the file lacks.
    /// - Returns: the keys without repetitions, and warnings.
    /// - Throws: `.malformedDocument` for a file that cannot be read or contradicts itself.
    package static func read(
        _ input: ImportInput,
        as format: String?,
        _ settings: ImportSettings
    ) throws(RunFailure) -> KeyImport {
        let input = try input.decrypted(settings.privateKey)
        let importer = try importer(of: input, as: format)
        let keys = try KeyImport(rows: try importer.rows(of: input, settings), settings, name: input.name)
        try keys.checkNamed(in: settings, name: input.name)
        return keys
    }

    /// Returns the importer of a named format, or of the one that the file clearly has if `format` is nil.
    static func importer(
        of input: ImportInput,
        as format: String?
    ) throws(RunFailure) -> any KeyImporter.Type {
        let importer = all.first { type in
            format.map { type.names.contains($0) } ?? type.recognizes(input)
        }
        guard let importer else {
            try JSONObjects.refuseBroken(input)
            throw .malformedDocument(
                location: input.name,
                reason: "the format of this file is not clear",
                remedy: "Name it with \(CommandOption.as) (\(names.joined(separator: ", ")))."
            )
        }
        return importer
    }
}
