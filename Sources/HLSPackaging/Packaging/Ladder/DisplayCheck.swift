import Mezzanines

/// Refuses pictures that the container turns or mirrors: players of HLS follow no matrix, and would show them as they are coded.
enum DisplayCheck {
    /// Checks a track.
    ///
    /// - Throws: `LadderError` with the way out.
    static func check(_ track: LadderTrack, _ request: PackagingRequest) throws(LadderError) {
        guard let transformation = track.source.transformation, !request.ignoresDisplayMatrix else { return }
        throw .transformed(input: track.place, transformation)
    }

    /// What is said of pictures that are packaged as they are coded all the same.
    static func warning(_ track: LadderTrack) -> String? {
        track.source.transformation.map {
            "\(track.place): its pictures are to be shown \($0), and players of HLS show them as they are coded"
        }
    }
}
