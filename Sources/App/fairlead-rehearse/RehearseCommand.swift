import ArgumentParser
import CommandLineParts
import KeyStore
import Presentations

/// `fairlead rehearse`.
struct RehearseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fairlead \(RehearsalName.command)",
        abstract: RehearsalName.abstract,
        discussion: """
            EXAMPLE
              fairlead rehearse out/multivariant.m3u8 --html rehearsal.html
            """,
        version: Program.version
    )

    @Argument(help: "The multivariant or media playlist.")
    var playlist: String?

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup
    var requirements: StoreRequirementOptions

    @Option(help: ArgumentHelp("Write a page that shows the steps.", valueName: "file"))
    var html: String?

    @Option(help: ArgumentHelp("Write a JSON report of the run, also of one that failed.", valueName: "file"))
    var report: String?

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    func run() throws {
        _ = messages.begin()
        try Interruption.start(cancelling: Cancellation())
        let store = try keyStore.storePath()
        try PathCheck.refuseReport(report, besideStore: store)
        try PathCheck.refuseReport(html, of: "--html", besideStore: store)
        try RunReport.recordingFailure(in: report) {
            _ = try requirements.checked(keyStore.open(for: .reading))
            throw CommandFailure(.usage, "rehearse: there is nothing to rehearse yet. Use verify.")
        }
    }
}
