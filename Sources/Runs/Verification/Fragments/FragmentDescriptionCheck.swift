import CommonEncryption
import ISOBaseMedia
import Inspection

/// Compares the sample entries that track fragments name with the key lines over them: under a key encrypted ones, where
/// none is in force clear ones.
enum FragmentDescriptionCheck {
    /// - Parameters:
    ///   - result: what was found of a segment.
    ///   - movie: what its section says.
    /// - Returns: what is wrong.
    static func findings(_ result: EssenceResult, _ movie: MovieFormat) -> [Finding] {
        let target = result.target
        let uses = (result.shape.fragmentedMP4?.descriptions ?? []).compactMap { Use($0, in: movie) }
        guard target.isSampleEncrypted else {
            return uses.filter(\.isEncrypted).map { use in
                target.finding(
                    .signalling,
                    "track \(use.track.trackID) has samples of encrypted sample entry \(use.index), "
                        + "and no key is in force"
                )
            }
        }
        let clear = uses.filter { !$0.isEncrypted && $0.isProtectable }
        let isMissing = !uses.contains(where: \.isEncrypted)
        guard !clear.isEmpty else {
            guard isMissing else { return [] }
            // Text and metadata, which stay clear.
            let message = "a key is in force, and the segment holds nothing that is encrypted"
            return [target.finding(.notProtected, message, severity: .warning)]
        }
        return clear.map { use in
            // Beside an encrypted entry of its own it is no track that stays clear.
            let isError = isMissing || use.track.isEncrypted
            return target.finding(
                .signalling,
                "track \(use.track.trackID) has samples of clear sample entry \(use.index) under a key",
                severity: isError ? .error : .warning
            )
        }
    }

    /// A sample entry that is in use.
    private struct Use {
        let track: MovieTrackFormat
        /// From 1.
        let index: UInt32
        private let entry: MovieTrackFormat.Entry

        var isEncrypted: Bool { entry.encryption != nil }
        var isProtectable: Bool { entry.codec != .clear }

        /// Nil where the section has no such track or entry, which those who read samples complain of.
        init?(_ description: FragmentedMP4Shape.Description, in movie: MovieFormat) {
            guard let track = movie.track(description.trackID) else { return nil }
            let index = description.index ?? track.defaults.defaultSampleDescriptionIndex
            guard index > 0, index <= track.entries.count else { return nil }
            self.track = track
            self.index = index
            entry = track.entries[Int(index) - 1]
        }
    }
}
