package import HLSPlaylists
package import KeyStore
package import KeyURITemplates
package import Mezzanines

/// Why a presentation could not be read, laid out or published, or what a run refused.
package enum PresentationError: Error, Hashable, Sendable {
    /// A playlist or another file of the input could not be read.
    case input(SystemCallError)
    /// A playlist is malformed.
    case playlist(TreePath, PlaylistError)
    /// The given playlist is not below the given root.
    case playlistOutsideRoot(playlist: String, root: String)
    /// A URI names no file of the tree.
    case uri(String, playlist: TreePath, line: Int, URIResolution.Failure)
    /// A media file that a playlist names could not be read.
    case media(file: TreePath, MediaReference.Origin, SystemCallError)
    /// A file is not what it was when the run began.
    case mediaChanged(file: TreePath)
    /// An input of `package` cannot be packaged.
    case mezzanine(MezzanineError)
    /// An input of `package` is not what it was when the run began.
    case inputChanged(path: String)
    /// A byte range ends behind the end of its file.
    case byteRangeBeyondFile(file: TreePath, range: String, size: UInt64, MediaReference.Origin)
    /// A byte range without bytes.
    case emptyByteRange(MediaReference.Origin)
    /// Two byte ranges share bytes, but not all.
    case overlappingRanges(file: TreePath, MediaReference.Origin, MediaReference.Origin)
    /// The same bytes are a segment and an initialization section.
    case segmentIsInitializationSection(file: TreePath, MediaReference.Origin, MediaReference.Origin)
    /// An I-frame is not inside one segment.
    case iFrameOutsideSegments(file: TreePath, range: String, MediaReference.Origin)
    /// The clear presentation with which another is compared could not be read.
    indirect case source(PresentationError)
    /// A path of the tree is media and a playlist or companion at once, or the name of two renditions.
    case namedTwice(TreePath, as: String, and: String)
    /// A symbolic link leads out of the root.
    case linkLeavesRoot(TreePath, root: String)
    /// The URI names another key of the same title.
    case keyURITaken(uri: String, by: KeyIdentity)
    /// No rule for asset ids cuts one out of the URI of a key.
    case noAssetID(uri: String, rules: [String], options: [String])
    /// The key URI could not be rendered.
    case template(KeyURITemplateError)
    /// The key store refused.
    case keyStore(KeyStoreError)
    /// A variable of the template that the title does not fit.
    case templateVariable(TemplateVariableError)
    /// The result cannot stand at the path.
    case output(path: String, reason: String)
    /// The result would take the place of the folder of the input.
    case outputIsInput(String)
    /// The result would contain the input, or a file that the input names.
    case inputInsideOutput(output: String, input: String)
    /// The directory of the result, or the stage beside it, could not be made.
    case outputSystem(SystemCallError)
    /// The staged files could not be written.
    case stage(SystemCallError)
    /// Another result is there already.
    case differentResult(output: String, difference: String)
    /// A refusal of one run, which words it itself.
    case run(RunRefusal)
    /// Somebody asked to stop.
    case interrupted
    /// A bug.
    case fault(String)
}

/// What a caller can do about a failure; each has its exit status.
package typealias FailureClass = KeyStoreError.FailureClass

/// Does calls on files of the input.
package func inputCalls<Result>(
    _ body: () throws(SystemCallError) -> Result
) throws(PresentationError) -> Result {
    do {
        return try body()
    } catch {
        throw .input(error)
    }
}

/// Does calls on files of the stage.
package func stageCalls<Result>(
    _ body: () throws(SystemCallError) -> Result
) throws(PresentationError) -> Result {
    do {
        return try body()
    } catch {
        throw .stage(error)
    }
}

/// Does calls on the key store.
package func storeCalls<Result>(
    _ body: () throws(KeyStoreError) -> Result
) throws(PresentationError) -> Result {
    do {
        return try body()
    } catch {
        throw .keyStore(error)
    }
}

/// Does calls on a playlist of the tree.
package func playlistCalls<Result>(
    _ path: TreePath,
    _ body: () throws(PlaylistError) -> Result
) throws(PresentationError) -> Result {
    do {
        return try body()
    } catch {
        throw .playlist(path, error)
    }
}
