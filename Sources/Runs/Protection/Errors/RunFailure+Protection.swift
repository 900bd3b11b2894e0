import Failures
import KeyStore
import Presentations
import ProtectionTerms

/// The reasons why a presentation, its playlists or its keys do not allow protection.
extension RunFailure {
    /// The presentation is encrypted already.
    static func alreadyEncrypted(_ path: TreePath, line: Int, method: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: "\(path):\(line)",
            "the presentation is encrypted already",
            found: "METHOD=\(method)",
            expected: "a clear one",
            remedy: "Give the clear presentation."
        )
    }

    /// The playlist is of type VOD and has no `EXT-X-ENDLIST`.
    static func truncatedPlaylist(_ path: TreePath) -> RunFailure {
        RunFailure(
            .malformed,
            at: path,
            "the playlist is of type VOD and does not end",
            found: "got no EXT-X-ENDLIST",
            expected: "one",
            remedy: "Get the whole playlist; it may be truncated."
        )
    }

    /// The playlist has partial segments (low latency), which no method supports.
    static func partialSegments(_ path: TreePath, line: Int, tag: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: "\(path):\(line)",
            "low-latency playlists cannot be protected",
            found: tag,
            remedy: "Give the playlist without partial segments."
        )
    }

    /// Two playlists require different protection of the same bytes.
    static func contradictoryProtection(
        file: TreePath,
        _ first: MediaReference.Origin,
        _ second: MediaReference.Origin
    ) -> RunFailure {
        RunFailure(
            .malformed,
            at: first,
            "the segment of \(file) would get a different key, IV or clear lead than in \(second)",
            remedy:
                "One file has one key and one IV: give the segment the same time and media sequence number in "
                + "both playlists, or leave out \(CommandOption.rotateEvery), \(CommandOption.clearLead) and \(CommandOption.ivMode)."
        )
    }

    /// The class of a rendition (audio, sd, hd or uhd) cannot be determined.
    static func unknownTrackClass(rendition: String, playlist: TreePath) -> RunFailure {
        RunFailure(
            .malformed,
            at: playlist,
            "nothing says whether rendition \(rendition) is audio, sd, hd or uhd",
            found: "no RESOLUTION",
            remedy: "Use \(CommandOption.keyPer) rendition or \(CommandOption.keyPer) presentation."
        )
    }

    /// No segment would be encrypted.
    static func nothingEncrypted(_ path: TreePath) -> RunFailure {
        RunFailure(
            .malformed,
            at: path,
            "no segment would be encrypted",
            found: "each is in the clear lead or is WebVTT, or there is none",
            remedy: "Shorten \(CommandOption.clearLead), or give a presentation with audio or video segments."
        )
    }

    /// One key was given, and several are needed.
    static func oneKeyForManySlots(_ slots: [KeySlot]) -> RunFailure {
        RunFailure(
            .usage,
            at: CommandOption.keyFile,
            "one key was given and \(slots.count) are needed",
            remedy: "Leave out \(CommandOption.rotateEvery) and use \(CommandOption.keyPer) presentation."
        )
    }

    /// Two keys have the same key URI.
    static func sharedKeyURI(uri: String, _ first: KeySlot, _ second: KeySlot) -> RunFailure {
        let uri = KeyURIRedaction.redacted(uri)
        return RunFailure(
            .usage,
            at: CommandOption.keyURI,
            "two keys would share the URI \(uri)",
            found: "\(first.description) and \(second.description)",
            remedy: distinctTemplateAdvice(uri)
        )
    }

    /// The usage rules that came with the keys do not select one key for a rendition.
    ///
    /// `rendition` is nil if the rules can be used for no rendition.
    static func keySelection(rendition: String?, reason: String) -> RunFailure {
        guard let rendition else {
            return RunFailure(.malformed, "the keys cannot be used in this way: \(reason)")
        }
        return RunFailure(
            .malformed,
            at: "rendition \(rendition)",
            "its key cannot be determined: \(reason)",
            remedy: "Correct the rules."
        )
    }

    /// A key line that came with a key cannot be written.
    static func unwritableSuppliedLine(
        supplier: String,
        _ identity: KeyIdentity,
        _ system: KeySystem,
        reason: String
    ) -> RunFailure {
        RunFailure(
            .malformed,
            at: supplier,
            "the key line for \(system) that came with a key cannot be written: \(reason)",
            found: "\(identity)",
            remedy: "Correct the line in \(supplier), or leave \(system) out of \(CommandOption.drm)."
        )
    }

    /// A result exists already, and the key store has no keys for it.
    static func resultOfOtherKeys(output: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: output,
            "a result exists already, and the key store has no keys for it, so it was made with other keys",
            remedy:
                "Name the store that it was made with, use \(CommandOption.overwrite) to replace it, or name another "
                + "directory."
        )
    }
}
