import BatchReports
import Failures
import FoundationEssentials
import KeyStore
import Presentations
import Protection

extension TitleReport {
    /// Adds the input and output of a title that is unchanged since its publication.
    mutating func add(_ published: PublishedTitle, at path: String) {
        input.files = published.inputs.count
        input.bytes = published.inputs.byteCount
        output = Output(path: path, files: published.files.count, bytes: published.files.byteCount)
    }

    /// Marks the title as failed in verification.
    mutating func markFailedVerification(_ state: TitleState) {
        self.state = state
        status = FailureClass.verificationFailedStatus
        let count = verification?.findings.count ?? 0
        error =
            "verification found \(count == 1 ? "1 fault" : "\(count) faults"): "
            + (verification?.findings.first ?? "")
    }
}

extension ProtectionReport {
    var keyIDs: [UUID] { keys.compactMap { $0.keyID.flatMap(UUID.init(uuidString:)) } }
}
