package import BatchReports
package import Failures
import FoundationEssentials
package import KeyStore
import Presentations

/// The state of a manifest's title according to the key store.
package struct RecordedTitle: Sendable, Hashable, Codable {
    /// The state of a title.
    package enum State: String, Sendable, Hashable, Codable, CaseIterable {
        /// The result is unchanged since its publication.
        case published
        /// The result is missing or was changed after its publication.
        case changed
        /// The last run failed.
        case failed
        /// No run has a recorded outcome.
        case waiting
    }

    /// The position in the manifest, from 0.
    var index: Int
    /// The line in the manifest where the title begins, from 1.
    package var line: Int
    /// The content id.
    package var contentID: String
    /// The state of the title.
    package var state: State
    /// The output directory, or nil if it was not given and no run is recorded.
    package var output: String?
    /// The exit status of the last run, or nil if it did not fail.
    package var status: Int?
    /// The error message of the last run, or nil if it did not fail.
    package var error: String?
    /// The time when the outcome of the last run was recorded, or nil if there is none.
    package var recordedAt: Timestamp?
    /// The ids of the keys of the published result, or nil unless it is unchanged.
    var keyIDs: [String]?

    private enum CodingKeys: String, CodingKey {
        case index, line, state, output, status, error
        case contentID = "content_id"
        case recordedAt = "recorded_at"
        case keyIDs = "key_ids"
    }

    /// Looks up a title in the key store.
    ///
    /// - Parameters:
    ///   - title: the title in the manifest.
    ///   - output: the absolute path of the output directory; nil for that of the last run.
    ///   - store: the key store.
    /// - Throws: `RunFailure` if the store cannot be read.
    package init(
        _ title: ManifestTitle,
        at output: String?,
        in store: any KeyRecordStore
    ) throws(RunFailure) {
        index = title.index
        line = title.line
        contentID = (title.value(ManifestColumn.contentID) ?? "").truncatedForMessage
        self.output = output
        state = .waiting
        guard let id = try? ContentID(contentID), let run = try store.latestRun(of: id, at: output) else {
            return
        }
        self.output = run.output
        recordedAt = Timestamp(run.recordedAt)
        // A result published before a failed run may still exist.
        var publication = run.publication
        if publication == nil {
            publication = try store.latestPublication(of: id, at: run.output)?.publication
        }
        let isUnchanged = publication.map { publication in
            (try? PublishedFiles(in: run.output))?.stamp == publication.outputStamp
        }
        switch run.outcome {
        case .failed(let status, let message):
            state = .failed
            self.status = status
            error = message
        case .published: state = isUnchanged == true ? .published : .changed
        }
        if isUnchanged == true { keyIDs = publication?.keyIDs.map { $0.uuidString.lowercased() } }
    }
}
