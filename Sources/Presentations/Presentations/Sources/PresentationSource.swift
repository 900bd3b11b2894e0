package import Failures
package import ProtectionTerms

/// The source of a clear presentation: playlists on disk, or mezzanines that it is generated from.
package protocol PresentationSource: Sendable {
    /// The rule for the bitrates in the multivariant playlist of the result.
    var bandwidths: Bandwidths.Policy { get }

    /// The paths of the inputs that a report lists, each once, or nil if the presentation is on disk.
    var reportedInputs: [String]? { get }

    /// Reads or generates the presentation.
    ///
    /// - Parameters:
    ///   - progress: called with the phases of the work.
    ///   - cancellation: stops the work.
    /// - Returns: the presentation with its inputs and warnings.
    /// - Throws: `RunFailure` if it cannot be read or generated.
    func read(
        _ progress: any ProgressSink,
        _ cancellation: Cancellation
    ) throws(RunFailure) -> ClearPresentation

    /// Returns the location of the input, which the result must not replace.
    ///
    /// - Parameter presentation: the presentation as `read` returned it.
    /// - Returns: the tree of a presentation on disk, otherwise the input files.
    func inputLocation(of presentation: Presentation) -> InputLocation

    /// Opens the files that a result depends on, without generating it.
    ///
    /// - Returns: the files, and the path in the result of the playlist that a player opens.
    /// - Throws: `RunFailure` if a file cannot be read.
    func titleInputs() throws(RunFailure) -> (inputs: TitleInputs, playlist: String)

    /// Returns the source adapted to a protection method, without features that it cannot protect.
    func adapted(to method: ProtectionMethod) -> any PresentationSource

    /// Returns warnings about key formats whose devices may be unable to play any variant.
    func warnings(ofKeyFormats keyFormats: [String]) -> [String]
}

extension PresentationSource {
    package var reportedInputs: [String]? { nil }

    package func adapted(to method: ProtectionMethod) -> any PresentationSource { self }

    package func warnings(ofKeyFormats keyFormats: [String]) -> [String] { [] }
}
