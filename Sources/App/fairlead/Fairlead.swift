import ArgumentParser
import CCoreDumps
import CNoICUData
import Logging

/// The command `fairlead`: it parses, hands over to a command and turns its end into an exit status.
@main
struct Fairlead: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fairlead",
        abstract:
            "Packages and protects HLS presentations (FairPlay, Widevine, PlayReady, AES-128), and keeps the key records that match.",
        version: "0.1.0",
        subcommands: [
            PackageCommand.self, ProtectCommand.self, RewriteCommand.self, VerifyCommand.self,
            InspectCommand.self, BatchCommand.self, KeysCommand.self,
            TemplatesCommand.self,
        ]
    )

    static func main() {
        ProcessHardening.disableBacktraces()
        ProcessHardening.ignoreFailedWrites()
        _ = KeyEncryptionKeyVariable.key
        let arguments = OptionalValueArguments.expand(Array(CommandLine.arguments.dropFirst()))
        var command: any ParsableCommand
        do {
            // Swift repairs what is not UTF-8, and two ids would become one.
            guard ProcessArguments.areUTF8 else {
                throw ValidationError(
                    "an argument is not UTF-8. Set the terminal to UTF-8 or rename the file"
                )
            }
            try ProcessHardening.raiseOpenFileLimit()
            command = try parseAsRoot(try JobFileArguments.expand(arguments))
            if KeysCommand.has(command) { try Interruption.startEndingAtOnce() }
        } catch let failure as CommandFailure {
            // The form of the log is one of the options that could not be read together.
            Diagnostics.shared.configure(format: Diagnostics.format(askedForIn: arguments), level: .notice)
            ExitStatus.exit(afterRun: failure)
        } catch {
            ExitStatus.exit(afterParsing: error)
        }
        do {
            try command.run()
        } catch {
            ExitStatus.exit(afterRun: error)
        }
    }
}
