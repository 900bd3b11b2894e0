import FoundationEssentials
package import KeyStore

/// Whether a title still is as it was published.
package enum TitleStanding: Sendable {
    /// What is not as it was.
    package enum Difference: String, Sendable {
        /// Nothing was ever published there.
        case unpublished = "not published yet"
        /// The options or the template.
        case options = "options changed"
        /// The result is gone, or somebody changed it.
        case output = "the output is not what was published"
        /// A key was revoked, or there is a newer generation.
        case keys = "keys changed"
        /// The inputs.
        case inputs = "inputs changed"
        /// Nobody took a digest of the inputs.
        case unreadInputs = "no checksum of the inputs is known"
    }

    /// There is nothing to do.
    case current(PublishedTitle)
    /// It has to be done again, or for the first time.
    case different(Difference)
}

/// A title that is as it was published.
package struct PublishedTitle: Sendable {
    /// What was noted of it.
    package let publication: Publication
    /// The files of the result.
    package let files: PublishedFiles
    /// The files that it is made of.
    package let inputs: TitleInputs
    /// The playlist of the result that a player opens.
    package let playlist: String
}

/// A look at what was published of a title, and at its inputs, by sizes and times.
package struct TitleCheck {
    private let recording: TitleRecording
    private let output: String
    private let store: any KeyRecordStore

    /// A look at the result at `output`, an absolute path.
    package init(_ recording: TitleRecording, output: String, store: any KeyRecordStore) {
        self.recording = recording
        self.output = output
        self.store = store
    }

    /// Compares the newest publication with what there is.
    ///
    /// The inputs come last: they are the most work.
    package func standing(
        of source: any PresentationSource,
        _ cancellation: Cancellation
    ) throws(PresentationError) -> TitleStanding {
        let run = try storeCalls { () throws(KeyStoreError) in
            try store.latestPublication(of: recording.contentID, at: output)
        }
        guard let publication = run?.publication else { return .different(.unpublished) }
        guard recording.accepts(publication.optionsDigest, in: store) else {
            return .different(.options)
        }
        guard let files = try? PublishedFiles(in: output), files.stamp == publication.outputStamp else {
            return .different(.output)
        }
        guard try areInForce(publication.keyIDs) else { return .different(.keys) }
        let (inputs, playlist) = try source.lookAtInputs()
        let title = PublishedTitle(
            publication: publication,
            files: files,
            inputs: inputs,
            playlist: playlist
        )
        guard recording.readsInputs else {
            return inputs.stamp == publication.inputStamp ? .current(title) : .different(.inputs)
        }
        guard let known = publication.inputDigest else { return .different(.unreadInputs) }
        return try inputs.digest(cancellation) == known ? .current(title) : .different(.inputs)
    }

    /// Whether the keys are those that the title would be encrypted with today.
    private func areInForce(_ keyIDs: [UUID]) throws(PresentationError) -> Bool {
        guard !keyIDs.isEmpty else { return true }
        return try storeCalls { () throws(KeyStoreError) in
            let latest = try store.latestGeneration(of: recording.contentID)
            for keyID in keyIDs {
                guard let record = try store.record(keyID: keyID),
                    record.identity.generation == latest,
                    try store.state(of: keyID) == .active
                else { return false }
            }
            return true
        }
    }
}
