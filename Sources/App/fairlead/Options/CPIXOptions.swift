import ArgumentParser
import CommandLineParts
import KeyRecordFormats
import KeyStore

/// The options for content keys from a CPIX document.
struct CPIXOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use the keys of this CPIX document: its usage rules assign keys to tracks, and its key lines are written "
                + "unchanged. Replaces --key-per. The default of --content-id is the content id of the document.",
            valueName: "file"
        )
    )
    var cpix: String?

    @Option(
        help: ArgumentHelp(
            "The private key of the recipient that the keys of the CPIX document are encrypted to, PEM or DER.",
            valueName: "file"
        )
    )
    var cpixKey: String?

    /// The options that are given.
    var givenOptions: [String] {
        [("--cpix", cpix != nil), ("--cpix-key", cpixKey != nil)].filter(\.1).map(\.0)
    }

    /// The files that are read, with the options that name them.
    var files: [(option: String, path: String)] {
        [("--cpix", cpix), ("--cpix-key", cpixKey)].compactMap { option, path in path.map { (option, $0) } }
    }

    func validate() throws {
        if cpixKey != nil, cpix == nil { throw ValidationError("--cpix-key requires --cpix") }
    }

    /// Throws for other options that choose keys.
    func validate(_ provided: ProvidedKeyOptions, _ protection: ProtectionOptions) throws {
        guard cpix != nil else { return }
        if let option = provided.givenOptions.first {
            throw ValidationError(
                "\(option) and --cpix cannot be combined: both give keys. Leave one of them out"
            )
        }
        if protection.keyPer != nil {
            throw ValidationError(
                "--key-per and --cpix cannot be combined: the usage rules of the document say which key protects what. "
                    + "Leave one of them out"
            )
        }
    }

    /// Returns the keys of the document, or nil if none is named.
    func supplier(contentID: String?) throws -> CPIXKeySupplier? {
        guard let cpix else { return nil }
        let privateKey = try cpixKey.map { try KeyMaterialFile.privateKey($0, option: "--cpix-key") }
        var bytes = try SecretInput.bytes(of: cpix, limit: ImportInput.maximumLength, of: "CPIX document")
        let supplier = try CPIXKeySupplier(
            reading: ImportInput(taking: &bytes, name: cpix),
            privateKey: privateKey,
            contentID: try contentID.map { try ContentID(argument: $0) }
        )
        for warning in supplier.warnings { Diagnostics.shared.warning(warning) }
        return supplier
    }
}
