package import HLSPlaylists
package import KeyStore
package import KeyURITemplates
package import MediaProbing
package import Mezzanines
package import SampleEncryption

/// Why a presentation could not be read, protected or published.
package enum PackagingError: Error, Hashable, Sendable {
    // The input
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
    /// The presentation is encrypted already.
    case alreadyEncrypted(TreePath, line: Int, method: String)
    /// The playlist is of type VOD and has no end.
    case truncated(TreePath)
    /// The playlist has parts of segments, for which no method is offered.
    case partialSegments(TreePath, line: Int, tag: String)

    /// The clear presentation with which another is compared could not be read.
    indirect case source(PackagingError)

    /// A path of the tree is media and a playlist or companion at once, or the name of two renditions.
    case namedTwice(TreePath, as: String, and: String)
    /// A symbolic link leads out of the root.
    case linkLeavesRoot(TreePath, root: String)

    // SAMPLE-AES
    /// The samples of media cannot be encrypted; offsets of the error count from the unit's first byte.
    case samples(MediaPlace, SampleEncryptionError)
    /// SAMPLE-AES is not for media of this kind.
    case unsupportedMedia(MediaPlace, StreamKind)
    /// The section of an `EXT-X-MAP` holds no program tables.
    case sectionWithoutTables(MediaPlace)
    /// A segment stands under two `EXT-X-MAP` sections whose tables differ.
    case differentSections(MediaPlace, MediaReference.Origin, MediaReference.Origin)
    /// A section has the only program tables of a clear and of a protected segment.
    case sharedSection(MediaPlace, clear: MediaReference.Origin, protected: MediaReference.Origin)

    /// The clients of a key system read fragmented MP4 only.
    case keySystemMedia(KeySystem, MediaPlace, got: String)
    /// Samples that fMP4 cannot list all encrypted parts of are for FairPlay.
    case partialProtection(CrowdedSamples)
    /// A segment of fMP4 has no `EXT-X-MAP`.
    case segmentWithoutSection(MediaPlace)
    /// The initialization section of fMP4 is larger than one can be.
    case sectionTooLarge(MediaPlace, limit: UInt64)
    /// SAMPLE-AES-CTR is for fMP4 only.
    case counterModeMedia(MediaPlace, StreamKind)
    /// A clear segment stands under a section that names keys and under one that does not.
    case clearUnderTwoSections(MediaPlace, MediaReference.Origin, MediaReference.Origin)
    /// Two segments would share initialization vectors of one key.
    case overlappingVectors(KeySlot, MediaPlace, MediaPlace)

    /// An I-frame is a part of a segment that AES-256-GCM would encrypt; nobody could open it.
    case iFrameOfSealedSegment(file: TreePath, range: Range<UInt64>, of: UInt64, MediaReference.Origin)
    /// A segment is longer than one message of AES-256-GCM may be.
    case segmentTooLong(MediaPlace, limit: UInt64)

    // The plan
    /// Two playlists ask for different protection of the same bytes.
    case contradictoryProtection(file: TreePath, MediaReference.Origin, MediaReference.Origin)
    /// Nothing says to which class a rendition belongs.
    case unknownClass(rendition: String, playlist: TreePath)
    /// No segment would be encrypted.
    case nothingEncrypted(TreePath)
    /// One key was given and several are needed.
    case oneKeyForManySlots([KeySlot])
    /// Two keys got one URI.
    case sharedKeyURI(uri: String, KeySlot, KeySlot)
    /// The URI names another key of the same title.
    case keyURITaken(uri: String, by: KeyIdentity)
    /// The rules that came with keys give a rendition no key, or several; nil for what is wrong for all.
    case keySelection(rendition: String?, reason: String)
    /// A key line that came with a key cannot be written; `label` says who gave it.
    case suppliedLine(label: String, KeyIdentity, KeySystem, reason: String)
    /// No rule for asset ids cuts one out of the URI of a key.
    case noAssetID(uri: String, rules: [String], options: [String])
    /// The key URI could not be rendered.
    case template(KeyURITemplateError)
    /// The key store refused.
    case keyStore(KeyStoreError)

    /// A variable of the template that the title does not fit.
    case templateVariable(TemplateVariableError)

    // Rewriting
    /// Playlists cannot be rewritten as asked.
    case rewrite(RewriteError)

    // The output
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
    /// A result is there already, and the store has no keys for it.
    case resultOfOtherKeys(output: String)
    /// Another result is there already.
    case differentResult(output: String, difference: String)

    // The ladder
    /// The renditions of a presentation cannot be made of the chosen tracks.
    case ladder(LadderError)

    // The run
    /// Somebody asked to stop.
    case interrupted
    /// A bug.
    case fault(String)
}

/// What a caller can do about a failure; cli.md gives each a status.
package typealias FailureClass = KeyStoreError.FailureClass

/// Does calls on files of the input.
func inputCalls<Result>(
    _ body: () throws(SystemCallError) -> Result
) throws(PackagingError) -> Result {
    do {
        return try body()
    } catch {
        throw .input(error)
    }
}

/// Does calls on files of the stage.
func stageCalls<Result>(
    _ body: () throws(SystemCallError) -> Result
) throws(PackagingError) -> Result {
    do {
        return try body()
    } catch {
        throw .stage(error)
    }
}

/// Does calls on the key store.
package func storeCalls<Result>(
    _ body: () throws(KeyStoreError) -> Result
) throws(PackagingError) -> Result {
    do {
        return try body()
    } catch {
        throw .keyStore(error)
    }
}

/// Does calls on a playlist of the tree.
func playlistCalls<Result>(
    _ path: TreePath,
    _ body: () throws(PlaylistError) -> Result
) throws(PackagingError) -> Result {
    do {
        return try body()
    } catch {
        throw .playlist(path, error)
    }
}
