/// A clear presentation that was read or made, and what it is made of.
package struct ClearPresentation: Sendable {
    /// The presentation.
    package let presentation: Presentation
    /// What has to be said of the inputs.
    package var warnings: [String] = []
    /// The inputs of `package`, open; empty of others.
    package var inputs: [MezzanineFile] = []

    /// Makes a clear presentation of its parts.
    package init(presentation: Presentation, warnings: [String] = [], inputs: [MezzanineFile] = []) {
        self.presentation = presentation
        self.warnings = warnings
        self.inputs = inputs
    }
}

extension [MezzanineFile] {
    /// Does a part of a run whose errors name the input that changed, not the file that was made of it.
    package func namingChanges<Result>(
        _ body: () throws(PresentationError) -> Result
    ) throws(PresentationError) -> Result {
        do throws(PresentationError) {
            return try body()
        } catch {
            switch error {
            case .mediaChanged, .mezzanine:
                guard let changed = first(where: { !$0.isUnchanged() }) else { throw error }
                throw .inputChanged(path: changed.path)
            default: throw error
            }
        }
    }
}
