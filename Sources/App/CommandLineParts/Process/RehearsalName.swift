/// The names of the stand-in servers, which are a command of `fairlead` and of the program of the rehearsal.
package enum ServeName {
    /// The command, as it follows `fairlead`, and the name under which that program starts it.
    package static let command = "serve"
    /// The line of help that both have.
    package static let abstract =
        "Keep stand-in license servers up, with a presentation, for an app or a browser."
}

/// The names of the rehearsal, which is a command of `fairlead` and a program of its own.
package enum RehearsalName {
    /// The command, as it follows `fairlead`.
    package static let command = "rehearse"
    /// The file of the program, in the folder of `fairlead`.
    package static let program = "fairlead-rehearse"
    /// The line of help that both have.
    package static let abstract =
        "Walk the way of a license, from the key line to the decrypted segment, with stand-in servers."
}
