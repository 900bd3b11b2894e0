/// The command name and help line of `fairlead serve`, which runs stand-in license servers.
///
/// The program `fairlead-rehearse` implements it.
package enum ServeName {
    /// The name of the command, also passed to `fairlead-rehearse` as `argv[0]` to select the command.
    package static let command = "serve"
    /// The help line of both programs.
    package static let abstract =
        "Run stand-in license servers, with a presentation, for an app or a browser."
}

/// The command name, help line and program name of `fairlead rehearse`.
package enum RehearsalName {
    /// The name of the command, as on the command line of `fairlead`.
    package static let command = "rehearse"
    /// The file name of the program, in the folder of `fairlead`.
    package static let program = "fairlead-rehearse"
    /// The help line of both programs.
    package static let abstract =
        "Walk through a license flow, from the key line to the decrypted segment, with stand-in servers."
}
