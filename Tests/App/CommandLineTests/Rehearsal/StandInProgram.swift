import Foundation
import Testing

/// A copy of `fairlead` in its own folder, with a script in place of `fairlead-rehearse`.
struct StandInProgram {
    let workspace: Workspace

    /// Writes a script for the interpreter `program`, in the folder `programs` of the workspace.
    init(_ script: String, of program: String = "/bin/sh", in workspace: Workspace) throws {
        self.workspace = workspace
        try FileManager.default.createDirectory(
            atPath: workspace.path("programs"),
            withIntermediateDirectories: true
        )
        try FileManager.default.copyItem(atPath: TestPaths.fairlead, toPath: fairlead)
        try workspace.write("#!\(program)\n\(script)\n", to: "programs/fairlead-rehearse")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: rehearsal)
    }

    var fairlead: String { workspace.path("programs/fairlead") }
    var rehearsal: String { workspace.path("programs/fairlead-rehearse") }

    /// Starts `fairlead rehearse ARGUMENTS...`, under this or another path of the program.
    func start(_ arguments: [String] = [], as program: String? = nil, input: Data = Data()) throws
        -> ChildProcess
    {
        try ChildProcess(
            program ?? fairlead,
            ["rehearse"] + arguments,
            environment: workspace.environment,
            input: input,
            in: workspace.folder
        )
    }
}
