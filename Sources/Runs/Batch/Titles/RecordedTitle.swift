package import BatchReports
import FoundationEssentials
package import KeyStore
import Presentations

/// What the key store knows of a title of a manifest.
package struct RecordedTitle: Sendable, Hashable, Codable {
    /// How it stands.
    package enum State: String, Sendable, Hashable, Codable, CaseIterable {
        /// Its result is as it was published.
        case published
        /// Its result is gone, or is not what was published.
        case changed
        /// Its last run failed.
        case failed
        /// No run of it ended.
        case waiting
    }

    /// Its place in the manifest, from 0.
    package var index: Int
    /// The line of the manifest that it begins in, from 1.
    package var line: Int
    /// Its content id.
    package var contentID: String
    /// How it stands.
    package var state: State
    /// The directory of its result.
    package var output: String?
    /// The exit status of its last run, if that failed.
    package var status: Int?
    /// Why it failed.
    package var error: String?
    /// When that was recorded.
    package var at: Timestamp?
    /// The ids of the keys of what is published.
    package var keyIDs: [String]?

    private enum CodingKeys: String, CodingKey {
        case index, line, state, output, status, error
        case contentID = "content_id"
        case at = "recorded_at"
        case keyIDs = "key_ids"
    }

    /// Looks a title up.
    ///
    /// - Parameters:
    ///   - title: its row.
    ///   - output: the directory of its result, absolute; nil for that of its last run.
    ///   - store: the key store.
    /// - Throws: `KeyStoreError`.
    package init(
        _ title: ManifestTitle,
        at output: String?,
        in store: any KeyRecordStore
    ) throws(KeyStoreError) {
        index = title.index
        line = title.line
        contentID = (title.value(ManifestColumn.contentID) ?? "").cutToMessage
        self.output = output
        state = .waiting
        guard let id = try? ContentID(contentID), let run = try store.latestRun(of: id, at: output) else {
            return
        }
        self.output = run.output
        at = Timestamp(run.recordedAt)
        // What was published before a later run failed, is still there unless somebody took it away.
        var publication = run.publication
        if publication == nil {
            publication = try store.latestPublication(of: id, at: run.output)?.publication
        }
        let isThere = publication.map { publication in
            (try? PublishedFiles(in: run.output))?.stamp == publication.outputStamp
        }
        switch run.outcome {
        case .failed(let status, let message):
            state = .failed
            self.status = status
            error = message
        case .published: state = isThere == true ? .published : .changed
        }
        if isThere == true { keyIDs = publication?.keyIDs.map { $0.uuidString.lowercased() } }
    }
}
