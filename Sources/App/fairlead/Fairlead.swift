import ArgumentParser
import CCoreDumps
import CNoICUData
import CommandLineParts

/// The program `fairlead`: its commands, and the expansion of its command line.
@main
struct Fairlead: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fairlead",
        abstract:
            "Packages and protects HLS presentations (FairPlay, Widevine, PlayReady, AES-128), and keeps the key records that match.",
        version: Program.version,
        subcommands: [
            PackageCommand.self, ProtectCommand.self, RewriteCommand.self, VerifyCommand.self,
            InspectCommand.self, BatchCommand.self, KeysCommand.self,
            TemplatesCommand.self, RehearseEntry.self, ServeEntry.self,
        ]
    )

    static func main() {
        RehearsalProgram.execIfNamed()
        Program.run(Self.self) { arguments in
            let arguments = OptionalValueArguments.expand(arguments)
            let command = try parseAsRoot(try JobFileArguments.expand(arguments))
            if KeysCommand.has(command) { try Interruption.startWithImmediateExit() }
            return command
        }
    }
}
