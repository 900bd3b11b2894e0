import Foundation
package import KeyStore

/// Whether a title still is as it was published.
package enum TitleStanding: Hashable, Sendable {
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
    case current(Publication)
    /// It has to be done again, or for the first time.
    case different(Difference)
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
    /// The inputs come last: they are the most work, and may be gone for good once they are published.
    package func standing(
        of source: PresentationSource,
        _ cancellation: Cancellation
    ) throws(PackagingError) -> TitleStanding {
        let run = try storeCalls { () throws(KeyStoreError) in
            try store.latestPublication(of: recording.contentID, at: output)
        }
        guard let publication = run?.publication else { return .different(.unpublished) }
        guard publication.optionsDigest == recording.optionsDigest else { return .different(.options) }
        guard (try? PublishedFiles(in: output))?.stamp == publication.outputStamp else {
            return .different(.output)
        }
        guard try areInForce(publication.keyIDs) else { return .different(.keys) }
        let inputs = try inputs(of: source, cancellation)
        guard recording.readsInputs else {
            return inputs.stamp == publication.inputStamp
                ? .current(publication) : .different(.inputs)
        }
        guard let known = publication.inputDigest else { return .different(.unreadInputs) }
        return try inputs.digest(cancellation) == known ? .current(publication) : .different(.inputs)
    }

    /// Whether the keys are those that the title would be encrypted with today.
    private func areInForce(_ keyIDs: [UUID]) throws(PackagingError) -> Bool {
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

    private func inputs(
        of source: PresentationSource,
        _ cancellation: Cancellation
    ) throws(PackagingError) -> TitleInputs {
        switch source {
        case .playlist(let path, let root):
            let presentation = try PresentationReader(path: path, root: root).read()
            let layout = try MediaLayoutBuilder.layout(of: presentation)
            return try TitleInputs(ClearPresentation(presentation: presentation), layout)
        case .mezzanines(let request):
            return TitleInputs(try request.openInputs())
        case .made: throw .fault("a presentation that is on no disk has no inputs")
        }
    }
}
