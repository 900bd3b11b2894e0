/// The names of the stand-in servers, which are a command of `fairlead` and part of the program of
/// `rehearse`.
package enum ServeName {
    /// The name of the command, and the name under which `fairlead` starts the other program for it.
    package static let command = "serve"
    /// The help line of both programs.
    package static let abstract =
        "Keep stand-in license servers up, with a presentation, for an app or a browser."
}

/// The names of the rehearsal, which is a command of `fairlead` and a program of its own.
package enum RehearsalName {
    /// The name of the command.
    package static let command = "rehearse"
    /// The file name of the program, in the folder of `fairlead`.
    package static let program = "fairlead-rehearse"
    /// The help line of both programs.
    package static let abstract =
        "Walk the way of a license, from the key line to the decrypted segment, with stand-in servers."
}
