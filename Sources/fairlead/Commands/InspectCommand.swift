import ArgumentParser
import HLSPackaging
import HLSVerification

/// `fairlead inspect`.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show what is in a playlist and in all playlists that it names, protection included.",
        discussion: """
            Shows the tree, the keys in force over time, and what the linter finds. Needs no key store. Ends with 0
            also when something is wrong with the playlist; verify judges.

            EXAMPLE
              fairlead inspect out/multivariant.m3u8 --format json
            """
    )

    @Argument(help: "A multivariant or media playlist.")
    var playlist: String

    @Option(
        help: ArgumentHelp("The folder that no URI may leave. Default: the playlist's.", valueName: "dir")
    )
    var root: String?

    @Flag(help: "Leave the linter out.")
    var noLint = false

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    mutating func run() throws {
        _ = messages.begin()
        let tree: PlaylistTree
        do {
            tree = try PlaylistTreeReader(path: playlist, root: root).read()
        } catch {
            throw ForeignFile.failure(of: playlist, error)
        }
        let inspection = PlaylistInspector(tree).inspection(lints: !noLint)
        switch messages.format {
        case .text: try StandardOutput.write(InspectionText.text(of: inspection))
        case .json: try StandardOutput.write(JSONText.pretty(inspection))
        }
    }
}
