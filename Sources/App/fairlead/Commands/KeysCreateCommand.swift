import ArgumentParser
import Ciphers
import CommandLineParts
import Failures
import KeyStore
import Protection
import ProtectionTerms

/// The command `fairlead keys create`.
struct KeysCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Mint a key or find it, and print its record without the key.",
        discussion: """
            EXAMPLE
              fairlead keys create --content-id movie-42 --track hd --key-store sqlite:keys.sqlite

              A key of 32 bytes:
              fairlead keys create --content-id movie-42 --method aes-256-gcm --key-store sqlite:keys.sqlite
            """
    )

    @Option(name: .customLong("content-id"), help: ArgumentHelp("The title's id.", valueName: "id"))
    var contentID: String

    @Option(help: "all, a class (audio, sd, hd, uhd) or a rendition's name.")
    var track = "all"

    @Option(help: "The key period, from 0.")
    var period = 0

    @Flag(help: "Mint the next generation of this title's keys.")
    var newKey = false

    @Option(
        help: "The method that the key is for: aes-256-gcm requires 32 bytes, all other methods 16 (default)."
    )
    var method: ProtectionMethod?

    @OptionGroup(title: "Policy")
    var policy: KeyPolicyOptions

    @OptionGroup(title: "A key from outside")
    var provided: ProvidedKeyOptions

    @OptionGroup(title: "A key server (the key is for cbcs, with FairPlay key lines)")
    var keyServer: KeyServerOptions

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    func validate() throws {
        try keyServer.refuse(besides: provided.givenOptions)
        if keyLength == .bits256, let option = keyServer.givenOptions.first {
            throw ValidationError(
                "\(option) cannot be used with --method aes-256-gcm: SPEKE has no keys of 32 bytes"
            )
        }
        if period < 0 { throw ValidationError("--period must be at least 0") }
    }

    mutating func run() throws {
        _ = messages.begin()
        let id = try ContentID(argument: contentID)
        let providedKey = try provided.providedKey(keyLength)
        let masterSecret = try provided.masterSecret()
        let store = try keyStore.open(for: .minting)
        let firstUse = try store.firstUseSinceRestoration(of: id)
        let latestGeneration = try store.latestGeneration(of: id)
        let identity = try KeyIdentity(
            contentID: id,
            trackArgument: track,
            period: period,
            generation: (latestGeneration ?? 0) + (newKey || latestGeneration == nil ? 1 : 0)
        )
        let records = try self.records(of: identity, providedKey, masterSecret, in: store)
        if let firstUse {
            Diagnostics.shared.warning(firstUse.warning)
            try store.logFirstUse(firstUse)
        }
        if !policy.givenTerms.isEmpty {
            _ = try PolicyChange.apply(to: records, in: store) { policy.applied(to: $0) }
        }
        try RecordOutput.print(try records.map { try store.exportableKey($0) }, as: messages.format)
    }

    /// The length of the key.
    private var keyLength: KeyLength {
        method.map { KeyLength(ofMethod: $0.rawValue) } ?? .bits128
    }

    private func records(
        of identity: KeyIdentity,
        _ providedKey: KeyRequest.ProvidedKey?,
        _ masterSecret: MasterSecret?,
        in store: any KeyRecordStore
    ) throws -> [KeyRecord] {
        if let supplier = try keyServer.supplier(isCancelled: { false }) {
            return [try KeyServerOptions.key(of: identity, from: supplier, in: store)]
        }
        let draft =
            try masterSecret?.draft(identity, keyLength: keyLength)
            ?? KeyDraft(
                identity: identity,
                keyID: providedKey?.keyID,
                key: providedKey?.key,
                iv: providedKey?.iv,
                keyLength: keyLength
            )
        if providedKey != nil, try store.record(identity) == nil,
            let warning = try store.duplicateWarning(of: draft)
        {
            Diagnostics.shared.warning(warning)
        }
        let records = try store.findOrCreate([draft])
        // Without `--method`, an existing key of any length is accepted.
        guard let method, let record = records.first, record.key.length != keyLength else { return records }
        throw RunFailure.wrongKeyLength(
            record.identity,
            found: record.key.length.byteCount,
            expected: keyLength.byteCount,
            method: method.rawValue
        )
    }
}
