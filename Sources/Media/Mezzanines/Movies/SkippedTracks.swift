import ISOBaseMedia

/// The tracks of a movie that are left out although they are asked for.
struct SkippedTracks {
    /// Warnings about these tracks, and all other warnings.
    var notes: [String]
    /// The reason why the first of them cannot be packaged; it becomes the error if no track remains.
    private(set) var refusal: MezzanineError?

    /// - Parameter notes: the warnings so far.
    init(notes: [String]) {
        self.notes = notes
    }

    /// Indicates whether a track is kept, and adds a warning if not.
    ///
    /// A track that cannot be packaged is left out, unless it is asked for by its number.
    ///
    /// - Parameters:
    ///   - candidate: the track.
    ///   - check: throws `.unsupported` if HLS does not support the track.
    /// - Returns: true if the track is kept.
    /// - Throws: any error of `check` other than `.unsupported`, and that one, too, if the track is asked for
    ///   by its number.
    mutating func keep(
        _ candidate: MovieTrackSelection.Candidate,
        _ check: () throws(MezzanineError) -> Void
    ) throws(MezzanineError) -> Bool {
        do {
            try check()
            return true
        } catch {
            guard case .unsupported(_, let what, _) = error, !candidate.isChosenByID else { throw error }
            refusal = refusal ?? error
            notes.append("track \(candidate.track.trackID) is left out: \(what)")
            return false
        }
    }
}
