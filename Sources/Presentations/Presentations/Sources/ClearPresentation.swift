package import Failures

/// A clear presentation that was read or generated, with its inputs.
package struct ClearPresentation: Sendable {
    /// The playlists, and the files that hold the media.
    package let presentation: Presentation
    /// The warnings about the inputs.
    package var warnings: [String] = []
    /// The open inputs of `package`; empty for other commands.
    package var inputs: [WindowedFile] = []

    /// Creates a clear presentation from its parts.
    package init(presentation: Presentation, warnings: [String] = [], inputs: [WindowedFile] = []) {
        self.presentation = presentation
        self.warnings = warnings
        self.inputs = inputs
    }
}

extension [WindowedFile] {
    /// Runs `body` and, if an input changed, throws an error that names it and not the file generated from
    /// it.
    package func namingChanges<Result>(
        _ body: () throws(RunFailure) -> Result
    ) throws(RunFailure) -> Result {
        do throws(RunFailure) {
            return try body()
        } catch {
            guard error.kind == .mediaFault, let changed = first(where: { !$0.isUnchanged() }) else {
                throw error
            }
            throw .inputChanged(path: changed.path)
        }
    }
}
