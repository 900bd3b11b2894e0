import CommonEncryption
import ISOBaseMedia
import Inspection
import MediaSyntax

/// Compares the sample entries that track fragments use with the key lines.
///
/// Under a key they must be encrypted, and without a key in force clear.
enum FragmentSampleEntryCheck: SampleItemCheck {
    /// Returns the findings about sample entries that do not fit the samples of a segment.
    static func findings(on result: InvariantResult) -> [Finding] {
        guard let movie = result.container.movie else { return [] }
        let item = result.item
        let uses = (result.syntax.fragmentedMP4?.usedSampleEntries ?? []).compactMap { Use($0, in: movie) }
        guard item.hasEncryptedSamples else {
            return uses.filter(\.isEncrypted).map { use in
                item.finding(
                    .signalling,
                    "track \(use.track.trackID) has samples of encrypted sample entry \(use.index), "
                        + "and no key is in force"
                )
            }
        }
        let clearUses = uses.filter { !$0.isEncrypted && $0.isProtectable }
        let nothingIsEncrypted = !uses.contains(where: \.isEncrypted)
        guard !clearUses.isEmpty else {
            guard nothingIsEncrypted else { return [] }
            // The samples are text and metadata, which stay clear.
            let message = "a key is in force, but nothing in the segment is encrypted"
            return [item.finding(.notProtected, message, severity: .warning)]
        }
        return clearUses.map { use in
            // A track that also has an encrypted entry is not one that is meant to stay clear.
            let isError = nothingIsEncrypted || use.track.isEncrypted
            return item.finding(
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
        init?(_ description: FragmentedMP4Syntax.SampleEntryUse, in movie: MovieFormat) {
            guard let track = movie.track(description.trackID) else { return nil }
            let index = description.descriptionIndex ?? track.defaults.defaultSampleDescriptionIndex
            guard index > 0, index <= track.entries.count else { return nil }
            self.track = track
            self.index = index
            entry = track.entries[Int(index) - 1]
        }
    }
}
