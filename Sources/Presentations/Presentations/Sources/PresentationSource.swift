package import ProtectionTerms

/// A clear presentation that a run can read: playlists on a disk, or mezzanines of which one is made.
package protocol PresentationSource: Sendable {
    /// What the bitrates of the multivariant playlist are in the result.
    var bandwidths: Bandwidths.Policy { get }

    /// The inputs that a report lists, each once; nil where the presentation is on a disk already.
    var reportedInputs: [String]? { get }

    /// Reads or makes the presentation.
    ///
    /// - Parameters:
    ///   - progress: is told what is done.
    ///   - cancellation: stops the work.
    /// - Returns: the presentation, and what is to be said of it.
    /// - Throws: `PresentationError` for what cannot be read or made.
    func read(
        _ progress: any ProgressSink,
        _ cancellation: Cancellation
    ) throws(PresentationError) -> ClearPresentation

    /// Names the files of the source, which a result may not contain.
    ///
    /// - Parameter presentation: the presentation that was read.
    /// - Returns: the tree, or the files.
    func place(of presentation: Presentation) -> InputPlace

    /// Looks at the files that a result is made of.
    ///
    /// - Returns: the files, and the playlist of the result that a player opens.
    /// - Throws: `PresentationError` for what cannot be read.
    func lookAtInputs() throws(PresentationError) -> (inputs: TitleInputs, playlist: String)

    /// Changes the source to what a method of protection can protect.
    func fitting(_ method: ProtectionMethod) -> any PresentationSource

    /// Warns of key formats whose devices may play no variant of the presentation.
    func warnings(ofKeyFormats keyFormats: [String]) -> [String]
}

extension PresentationSource {
    package var reportedInputs: [String]? { nil }

    package func fitting(_ method: ProtectionMethod) -> any PresentationSource { self }

    package func warnings(ofKeyFormats keyFormats: [String]) -> [String] { [] }
}
