package import HLSPlaylists
package import KeyStore
package import KeyURITemplates
package import Mezzanines

/// An error of reading, laying out or publishing a presentation, or a refusal of one run.
package enum PresentationError: Error, Hashable, Sendable {
    /// A playlist or another file of the input could not be read.
    case input(SystemCallError)
    /// A playlist is malformed.
    case playlist(TreePath, PlaylistError)
    /// The given playlist is not below the given root directory.
    case playlistOutsideRoot(playlist: String, root: String)
    /// A URI names no file of the tree.
    case uri(String, playlist: TreePath, line: Int, URIResolution.Failure)
    /// A media file that a playlist names could not be read.
    case media(file: TreePath, MediaReference.Origin, SystemCallError)
    /// A file of the tree changed since the run began.
    case mediaChanged(file: TreePath)
    /// An input of `package` cannot be packaged.
    case mezzanine(MezzanineError)
    /// An input of `package` changed since the run began.
    case inputChanged(path: String)
    /// A byte range ends after the end of its file.
    case byteRangeBeyondFile(file: TreePath, range: String, size: UInt64, MediaReference.Origin)
    /// A byte range has a length of 0.
    case emptyByteRange(MediaReference.Origin)
    /// Two different byte ranges overlap.
    case overlappingRanges(file: TreePath, MediaReference.Origin, MediaReference.Origin)
    /// The same bytes are a segment and an initialization section.
    case segmentIsInitializationSection(file: TreePath, MediaReference.Origin, MediaReference.Origin)
    /// The byte range of an I-frame is not inside one segment.
    case iFrameOutsideSegments(file: TreePath, range: String, MediaReference.Origin)
    /// The clear presentation given for comparison could not be read.
    indirect case source(PresentationError)
    /// A path of the tree is used for two kinds of file (playlist, media, session data).
    case namedTwice(TreePath, as: String, and: String)
    /// The playlists of two renditions differ only in their extension, so that the renditions have one name.
    case sameRenditionName(TreePath, TreePath)
    /// A symbolic link leads out of the root directory.
    case linkLeavesRoot(TreePath, root: String)
    /// The URI of a key already names another key of the same title.
    case keyURITaken(uri: String, by: KeyIdentity)
    /// No asset id rule of the template matches the URI of a key.
    case noAssetID(uri: String, rules: [String], options: [String])
    /// The key URI could not be rendered.
    case template(TemplateError)
    /// The key store failed or refused a request.
    case keyStore(KeyStoreError)
    /// The value of a template variable violates its type or pattern.
    case templateVariable(TemplateVariableError)
    /// The result cannot be created at the path.
    case output(path: String, reason: String)
    /// The output directory is the root of the input.
    case outputIsInput(String)
    /// The output directory would contain the input, or a file that the input names.
    case inputInsideOutput(output: String, input: String)
    /// The output directory, or the stage beside it, could not be created.
    case outputSystem(SystemCallError)
    /// The staged files could not be written.
    case stage(SystemCallError)
    /// A different result exists at the output path, and may not be replaced.
    case differentResult(output: String, difference: String)
    /// A refusal by one run, which provides its own message.
    case run(RunRefusal)
    /// The run was canceled (SIGINT or SIGTERM).
    case interrupted
    /// A bug in fairlead, with a description.
    case fault(String)
}

/// The class of a failure; each class has its exit status.
package typealias FailureClass = KeyStoreError.FailureClass

/// Runs `body` and throws its failures as `PresentationError.input`.
package func mapInputErrors<Result>(
    _ body: () throws(SystemCallError) -> Result
) throws(PresentationError) -> Result {
    do {
        return try body()
    } catch {
        throw .input(error)
    }
}

/// Runs `body` and throws its failures as `PresentationError.stage`.
package func mapStageErrors<Result>(
    _ body: () throws(SystemCallError) -> Result
) throws(PresentationError) -> Result {
    do {
        return try body()
    } catch {
        throw .stage(error)
    }
}

/// Runs `body` and throws its failures as `PresentationError.keyStore`.
package func mapStoreErrors<Result>(
    _ body: () throws(KeyStoreError) -> Result
) throws(PresentationError) -> Result {
    do {
        return try body()
    } catch {
        throw .keyStore(error)
    }
}

/// Runs `body` and throws its failures as `PresentationError.playlist` of the given path.
package func mapPlaylistErrors<Result>(
    _ path: TreePath,
    _ body: () throws(PlaylistError) -> Result
) throws(PresentationError) -> Result {
    do {
        return try body()
    } catch {
        throw .playlist(path, error)
    }
}
