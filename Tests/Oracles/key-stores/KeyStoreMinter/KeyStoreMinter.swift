import Ciphers
import Failures
import Foundation
import KeyEncryption
import TextFormats

@testable import KeyStore

/// Mints keys for many titles and prints their records; `mint_at_once.py` starts many such processes at once.
///
///     KeyStoreMinter STORE KEK_FILE init
///     KeyStoreMinter STORE KEK_FILE mint TITLES PERIOD         in random order
///     KeyStoreMinter STORE KEK_FILE mint-apart TITLES PERIOD   without transactions, as a control
///     KeyStoreMinter STORE KEK_FILE list                       prints the stored records
///
/// A line is the identity, a tab, and key id, key and IV. Exit statuses are those of fairlead.
@main
enum KeyStoreMinter {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count >= 3 else { exit(64) }
        do throws(RunFailure) {
            try run(Array(arguments))
        } catch {
            try FileHandle.standardError.write(contentsOf: Data("error: \(error)\n".utf8))
            exit(error.failureClass == .unavailable ? 75 : 70)
        }
    }

    private static func run(_ arguments: [String]) throws(RunFailure) {
        let location = try KeyStoreLocation(parsing: arguments[0])
        switch arguments[2] {
        case "init":
            let kek = try KeyEncryptionKey.createFile(at: arguments[1])
            _ = try KeyStores.create(location, kek: kek)
        case "mint", "mint-apart":
            let kek = try KeyEncryptionKey.load(file: arguments[1])
            let store =
                arguments[2] == "mint"
                ? try KeyStores.open(location, kek: kek, purpose: .minting)
                : try NonTransactionalDatabase.open(location, kek: kek)
            guard arguments.count == 5, let titles = Int(arguments[3]), let period = Int(arguments[4]) else {
                exit(64)
            }
            for title in (0..<titles).shuffled() {
                let identity = try KeyIdentity(
                    contentID: ContentID("title \(title)"),
                    track: "all",
                    period: period
                )
                try write(store.findOrCreate([KeyDraft(identity: identity)]))
            }
        case "list":
            let store = try KeyStores.open(location, kek: .load(file: arguments[1]), purpose: .reading)
            var records: [KeyRecord] = []
            try store.forEachExportableKey(of: nil) { records.append($0.record) }
            write(records)
        default: exit(64)
        }
    }

    /// Writes all lines in one call, so that a killed process has written whole lines or none.
    private static func write(_ records: [KeyRecord]) {
        let lines = records.map { record in
            let key = record.key.withSpan { Hexadecimal.encode($0) }
            return "\(record.identity)\t\(record.keyID) \(key) \(record.iv.hexadecimal)\n"
        }
        try? FileHandle.standardOutput.write(contentsOf: Data(lines.joined().utf8))
    }
}
