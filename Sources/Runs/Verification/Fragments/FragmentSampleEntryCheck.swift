import CommonEncryption
import ISOBaseMedia
import Inspection

/// Compares the sample entries that track fragments use with the key lines.
///
/// Under a key they must be encrypted, and without a key in force clear.
enum FragmentSampleEntryCheck {
    /// Returns the findings about sample entries that do not fit the samples of a segment.
    static func findings(_ result: InvariantResult, _ movie: MovieFormat) -> [Finding] {
        let target = result.target
        let uses = (result.shape.fragmentedMP4?.descriptions ?? []).compactMap { Use($0, in: movie) }
        guard target.hasEncryptedSamples else {
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
            // The samples are text and metadata, which stay clear.
            let message = "a key is in force, but nothing in the segment is encrypted"
            return [target.finding(.notProtected, message, severity: .warning)]
        }
        return clear.map { use in
            // A track that also has an encrypted entry is not one that is meant to stay clear.
            let isError = isMissing || use.track.isEncrypted
            return target.finding(
                .signalling,
                "track \(use.track.trackID) has samples of clear sample entry \(use.index) under a key",
                severity: isError ? .error : .warning
            )
        }
    }

    /// A sample entry in use.
    private struct Use {
        let track: MovieTrackFormat
        /// The index of the sample entry, from 1.
        let index: UInt32
        private let entry: MovieTrackFormat.Entry

        var isEncrypted: Bool { entry.encryption != nil }
        var isProtectable: Bool { entry.codec != .clear }

        /// Finds the sample entry, or returns nil if it does not exist, which reading the samples reports.
        init?(_ description: FragmentedMP4Syntax.Description, in movie: MovieFormat) {
            guard let track = movie.track(description.trackID) else { return nil }
            let index = description.index ?? track.defaults.defaultSampleDescriptionIndex
            guard index > 0, index <= track.entries.count else { return nil }
            self.track = track
            self.index = index
            entry = track.entries[Int(index) - 1]
        }
    }
}
