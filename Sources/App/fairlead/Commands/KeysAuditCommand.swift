import ArgumentParser
import CommandLineParts
import Failures
import FoundationEssentials
import KeyStore
import ReportTexts
import TextFormats

/// The command `fairlead keys audit`.
struct KeysAuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract:
            "Print the log of the key store, and check that it is unchanged and that no key is in the clear.",
        discussion: """
            Each entry has a hash over itself and those before it. Anyone who can write to the store can write another log: \
            keep the head (--head) elsewhere, and check later that it is still in the log (--expect-head). Without --head the \
            keys are checked too: each key that its IV, its key id, its content id or its track name reveals is reported. Ends \
            with 69 if a check fails.

            EXAMPLES
              fairlead keys audit --head > /mnt/elsewhere/head
              fairlead keys audit --expect-head "$(cat /mnt/elsewhere/head)"
            """
    )

    @Flag(help: "Print only the SEQUENCE:HEX of the newest entry.")
    var head = false

    @Option(
        help: ArgumentHelp(
            "An earlier head, which must still be in the log.",
            valueName: "sequence:hex"
        )
    )
    var expectHead: String?

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    mutating func run() throws {
        _ = messages.begin()
        let earlier = try expected()
        let store = try keyStore.open(for: .reading)
        do {
            try check(store, holding: earlier)
        } catch {
            guard error.kind == .brokenAudit else { throw error }
            Diagnostics.shared.error("key store: \(store.label): \(error.unlabeled)")
            throw ExitCode(FailureClass.verificationFailedStatus)
        }
        if !head { try checkKeys(of: store) }
    }

    /// Reports all active keys that their own IV, an id or the name of their track reveals; throws if there
    /// are any.
    private func checkKeys(of store: any KeyRecordStore) throws {
        var holds = true
        try store.forEachExportableKey(of: nil) { (key) throws(RunFailure) in
            guard let text = key.exposureWarning else { return }
            Diagnostics.shared.error(text)
            holds = false
        }
        if !holds { throw ExitCode(FailureClass.verificationFailedStatus) }
    }

    private func expected() throws -> AuditHead? {
        guard let expectHead else { return nil }
        do throws(RunFailure) {
            return try AuditHead(parsing: expectHead)
        } catch {
            throw error.asUsage(of: "--expect-head", remedy: "Give what keys audit --head printed.")
        }
    }

    private func check(_ store: any KeyRecordStore, holding earlier: AuditHead?) throws(RunFailure) {
        let result: AuditChain.Result
        switch (head, messages.format) {
        case (true, _):
            result = try AuditChain.verify(store, containing: earlier)
        case (false, .json):
            result = try AuditChain.verify(store, containing: earlier) { (entry) throws(RunFailure) in
                try StandardOutput.writeLine(AuditEntryText(entry))
            }
        case (false, .text):
            var table = PagedTable(header: AuditEntryText.header)
            result = try AuditChain.verify(store, containing: earlier) { (entry) throws(RunFailure) in
                try table.add(AuditEntryText(entry).cells)
            }
            try table.flush()
            let count = CountText.text(result.entryCount, "entry", plural: "entries")
            try StandardOutput.write("\n\(count), the chain holds\nhead \(result.head)\n")
        }
        guard head else { return }
        try messages.write(Head(head: result.head.description, entries: result.entryCount)) { "\($0.head)\n" }
    }

    private struct Head: Encodable {
        let head: String
        let entries: Int
    }
}
