package import Failures
import FoundationEssentials
package import KeyStore

/// The result of comparing a title with its last publication.
package enum TitleFreshness: Sendable {
    /// The first difference that was found.
    package enum Difference: String, Sendable {
        /// Nothing was published at this location.
        case unpublished = "not published yet"
        /// The options or the template changed.
        case options = "options changed"
        /// The result is missing or was changed.
        case output = "the output is not what was published"
        /// A key is no longer active, or there is a newer generation of keys.
        case keys = "keys changed"
        /// The inputs changed.
        case inputs = "inputs changed"
        /// The publication has no digest of the inputs' bytes.
        case unreadInputs = "no checksum of the inputs is known"
    }

    /// Nothing changed, so there is nothing to do.
    case current(PublishedTitle)
    /// The title has to be published again, or for the first time.
    case different(Difference)
}

/// A title that has not changed since it was published.
package struct PublishedTitle: Sendable {
    /// The record of the publication.
    package let publication: Publication
    /// The keys of the result, in the order of the publication; empty for a clear result.
    package let keys: [ExportableKey]
    /// The files of the result.
    package let files: PublishedFiles
    /// The files that the result is made from.
    package let inputs: TitleInputs
    /// The path in the result of the playlist that a player opens.
    package let playlist: String
}

/// Compares a title's last publication with its present result, keys and inputs.
package struct TitleCheck {
    private let recording: TitleRecording
    private let output: String
    private let store: any KeyRecordStore

    /// Creates a check of the result at `output`, an absolute path.
    package init(_ recording: TitleRecording, output: String, store: any KeyRecordStore) {
        self.recording = recording
        self.output = output
        self.store = store
    }

    /// Returns whether the title is as in its newest publication, or the first difference.
    ///
    /// Compares the inputs last, since they are the most work.
    package func comparison(
        of source: any PresentationSource,
        _ cancellation: Cancellation
    ) throws(RunFailure) -> TitleFreshness {
        let run = try store.latestPublication(of: recording.contentID, at: output)
        guard let publication = run?.publication else { return .different(.unpublished) }
        guard recording.accepts(publication.optionsDigest, in: store) else {
            return .different(.options)
        }
        guard let files = try? PublishedFiles(in: output), files.stamp == publication.outputStamp else {
            return .different(.output)
        }
        guard let keys = try keysInForce(publication.keyIDs) else { return .different(.keys) }
        let (inputs, playlist) = try source.titleInputs()
        let title = PublishedTitle(
            publication: publication,
            keys: keys,
            files: files,
            inputs: inputs,
            playlist: playlist
        )
        guard recording.readsInputs else {
            return inputs.metadataDigest == publication.inputStamp ? .current(title) : .different(.inputs)
        }
        guard let publishedDigest = publication.inputDigest else { return .different(.unreadInputs) }
        return try inputs.digest(cancellation) == publishedDigest ? .current(title) : .different(.inputs)
    }

    /// Returns the keys with these ids, or nil if the title would be encrypted with others today.
    private func keysInForce(_ keyIDs: [UUID]) throws(RunFailure) -> [ExportableKey]? {
        guard !keyIDs.isEmpty else { return [] }
        let stored = try store.keys(of: recording.contentID)
        let latest = stored.records.map(\.identity.generation).max()
        let keys = keyIDs.compactMap(stored.key).filter {
            $0.record.identity.generation == latest && $0.state == .active
        }
        return keys.count == keyIDs.count ? keys : nil
    }
}
