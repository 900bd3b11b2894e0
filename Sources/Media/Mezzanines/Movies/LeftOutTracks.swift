import ISOBaseMedia

/// The tracks of a movie that are left out, though not because others were asked for.
struct LeftOutTracks {
    /// What is said of them, and of all else.
    var notes: [String]
    /// Why the first of them cannot be packaged; what is said where nothing else is left.
    private(set) var refusal: MezzanineError?

    /// - Parameter notes: what was said already.
    init(notes: [String]) {
        self.notes = notes
    }

    /// Whether a track is kept: one that cannot be packaged is left out with a note, unless it was asked for by its number.
    ///
    /// - Parameters:
    ///   - candidate: the track.
    ///   - check: throws `.unsupported` for what HLS has no place for.
    /// - Returns: whether it is kept.
    /// - Throws: what `check` throws, for a track that was asked for, and all but `.unsupported`.
    mutating func keeps(
        _ candidate: MovieTrackChoice.Candidate,
        _ check: () throws(MezzanineError) -> Void
    ) throws(MezzanineError) -> Bool {
        do {
            try check()
            return true
        } catch {
            guard case .unsupported(_, let what, _) = error, !candidate.isNamed else { throw error }
            refusal = refusal ?? error
            notes.append("track \(candidate.track.trackID) is left out: \(what)")
            return false
        }
    }
}
