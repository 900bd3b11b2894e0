import Bitstreams
package import Failures
package import Mezzanines

extension RunFailure.Kind {
    /// A fault of media that may be due to a change of an input during the run.
    static let mediaFault = Self("media fault")
}

/// Failures due to inputs that change during a run or cannot be packaged.
extension RunFailure {
    /// A file of the tree changed since the run began.
    package static func mediaFileChanged(file: TreePath) -> RunFailure {
        RunFailure(
            .malformed,
            at: file,
            "the file changed while it was read",
            remedy: "Wait until it is complete before you protect it.",
            kind: .mediaFault
        )
    }

    /// An input of `package` changed since the run began.
    package static func inputChanged(path: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: path,
            "the file changed while it was read",
            remedy: "Wait until it is complete before you package it."
        )
    }

    /// An input of `package` cannot be packaged.
    package static func mezzanine(_ error: MezzanineError) -> RunFailure {
        switch error {
        case .bytes(_, .system(let call, let path, let code)):
            .input(SystemCallError(call, path: path, code: code)).ofKind(.mediaFault)
        case .bytes(_, let failure): RunFailure(failure)
        case .malformed(let path, let error):
            RunFailure(
                .malformed,
                at: path,
                "\(error)",
                remedy: "Export the file again; it may be damaged or incomplete.",
                kind: .mediaFault
            )
        case .encrypted(let path, let what):
            RunFailure(
                .malformed,
                at: path,
                "the input is encrypted already",
                found: "got \(what)",
                expected: "clear media",
                remedy: "Give the clear file.",
                kind: .mediaFault
            )
        case .unsupported(let path, let what, let advice):
            RunFailure(
                .malformed,
                at: path,
                "the input cannot be packaged: \(what)",
                remedy: advice.hasSuffix(".") ? advice : advice + ".",
                kind: .mediaFault
            )
        }
    }
}
