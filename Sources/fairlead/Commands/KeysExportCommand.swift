import ArgumentParser
import Foundation
import HLSPackaging
import KeyRecordFormats
import KeyStore

/// `fairlead keys export`.
struct KeysExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write keys for a key server.",
        discussion: """
            Formats: jsonl (one neutral record a line), key-file (16 bytes; with --with-iv key and IV, 32 bytes).
            Both hold the keys in the clear, so they need --allow-plaintext.

            EXAMPLE
              fairlead keys export --as jsonl --content-id movie-42 --allow-plaintext -o movie-42.jsonl
            """
    )

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("The format: jsonl or key-file.", valueName: "format")
    )
    var format: String

    @Option(name: .customLong("content-id"), help: ArgumentHelp("Only this title.", valueName: "id"))
    var contentID: String?

    @Option(help: "Only this track.")
    var track: String?

    @Option(help: "Only this key period.")
    var period: Int?

    @Option(help: "Only this generation.")
    var generation: Int?

    @Option(name: .customLong("key-id"), help: ArgumentHelp("Only this key.", valueName: "uuid"))
    var keyID: String?

    @Flag(help: "key-file: the IV follows the key.")
    var withIv = false

    @Flag(help: "Let keys leave the store in the clear.")
    var allowPlaintext = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file; made with mode 0600. Default: standard output.", valueName: "file")
    )
    var output: String?

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "Messages")
    var messages: LogOptions

    func validate() throws {
        guard ExportFormats.all.contains(where: { type(of: $0).name == format }) else {
            let names = ExportFormats.all.map { type(of: $0).name }.joined(separator: ", ")
            throw ValidationError("--as \(format) is not available in this version (expected \(names))")
        }
        if !allowPlaintext {
            throw ValidationError(
                "--as \(format) writes keys in the clear. Give --allow-plaintext if that is meant"
            )
        }
        if let keyID, UUID(uuidString: keyID) == nil { throw ValidationError("--key-id is not a UUID") }
    }

    mutating func run() throws {
        messages.configure()
        let id = keyID.flatMap(UUID.init(uuidString:))
        let keys = try keyStore.open(for: .reading).exportableKeys(
            of: contentID.map { try ContentID(argument: $0) }
        )
        .filter { key in
            let identity = key.record.identity
            return (id == nil || key.record.keyID == id) && (track == nil || identity.track == track)
                && (period == nil || identity.period == period)
                && (generation == nil || identity.generation == generation)
        }
        if keys.isEmpty, contentID != nil || id != nil {
            throw CommandFailure(.missing, "key store: there is no such key. See fairlead keys list.")
        }
        try SecretFile.write(try exporter().export(keys), to: output)
    }

    private func exporter() -> any KeyExporter {
        if withIv, format == KeyFileExporter.name { return KeyFileExporter(includesIV: true) }
        return ExportFormats.all.first { type(of: $0).name == format } ?? JSONLinesExporter()
    }
}
