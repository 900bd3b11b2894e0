package import BatchReports
package import Failures
package import FoundationEssentials
package import KeyStore
import Presentations
import ProtectionTerms

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
    /// The time when the result was verified last, or nil unless it is unchanged since then.
    package var verifiedAt: Timestamp?
    /// The ids of the keys of the published result, or nil unless it is unchanged.
    var keyIDs: [String]?

    private enum CodingKeys: String, CodingKey {
        case index, line, state, output, status, error
        case contentID = "content_id"
        case recordedAt = "recorded_at"
        case verifiedAt = "verified_at"
        case keyIDs = "key_ids"
    }

    /// Returns the time of the last verification, or nil if there is none that counts.
    ///
    /// One that lies more than an hour after `now` was recorded by a wrong clock. It would keep the title from being
    /// verified until then.
    package func verificationTime(before now: Date) -> Date? {
        verifiedAt.map(\.date).flatMap { $0 <= now + 3600 ? $0 : nil }
    }

    /// Returns the states of titles according to the key store.
    ///
    /// - Parameters:
    ///   - titles: titles of a manifest, with the absolute paths of their output directories; nil for that of the
    ///     last run.
    ///   - store: the key store, which is asked once for all of them.
    /// - Returns: the states, in the order of the titles.
    /// - Throws: `RunFailure` if the store cannot be read.
    package static func all(
        _ titles: [(title: ManifestTitle, output: String?)],
        in store: any KeyRecordStore
    ) throws(RunFailure) -> [RecordedTitle] {
        var records = titles.map { RecordedTitle($0.title, at: $0.output) }
        var (positions, locations): ([Int], [TitleLocation]) = ([], [])
        for (position, title) in titles.enumerated() {
            do throws(RunFailure) {
                locations.append(TitleLocation(try ContentID(title.title.contentID), at: title.output))
                positions.append(position)
            } catch {
                // Every run refuses it, and none can record that.
                let failure = error.asUsage(of: CommandOption.contentID.rawValue, remedy: "Give another.")
                records[position].state = .failed
                records[position].status = Int(failure.failureClass.exitStatus)
                records[position].error = failure.message.truncatedForMessage
            }
        }
        for (position, history) in zip(positions, try store.histories(of: locations)) {
            records[position].add(history)
        }
        return records
    }

    /// Creates the state of a title of which nothing is recorded.
    private init(_ title: ManifestTitle, at output: String?) {
        index = title.index
        line = title.line
        contentID = title.contentID.truncatedForMessage
        self.output = output
        state = .waiting
    }

    private mutating func add(_ history: TitleHistory) {
        guard let run = history.latestRun else { return }
        output = run.output
        recordedAt = Timestamp(run.recordedAt)
        // A result published before a failed run may still exist.
        let publication = run.publication ?? history.latestPublication?.publication
        let stamp = publication == nil ? nil : try? PublishedFiles(in: run.output).stamp
        let isUnchanged = stamp != nil && stamp == publication?.outputStamp
        switch run.outcome {
        case .failed(let status, let message):
            state = .failed
            self.status = status
            error = message
        case .published: state = isUnchanged ? .published : .changed
        }
        guard isUnchanged else { return }
        keyIDs = publication?.keyIDs.map { $0.uuidString.lowercased() }
        if let verification = history.latestVerification, verification.outputStamp == stamp {
            verifiedAt = Timestamp(verification.verifiedAt)
        }
    }
}
