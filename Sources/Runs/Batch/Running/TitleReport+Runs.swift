import BatchReports
import FoundationEssentials
import KeyStore
import Presentations
import Protection

extension TitleReport {
    /// Adds what is known of a title that is as it was published.
    mutating func add(_ published: PublishedTitle, at path: String) {
        input.files = published.inputs.count
        input.bytes = published.inputs.byteCount
        output = Output(path: path, files: published.files.count, bytes: published.files.byteCount)
    }

    /// Makes it one of a title whose result does not hold.
    mutating func fail(with state: TitleState) {
        self.state = state
        status = FailureClass.doesNotHoldStatus
        let count = verification?.findings.count ?? 0
        error =
            "verification found \(count == 1 ? "1 fault" : "\(count) faults"): "
            + (verification?.findings.first ?? "")
    }
}

extension ProtectionReport {
    /// The ids of the keys.
    var keyIDs: [UUID] { keys.compactMap { $0.keyID.flatMap(UUID.init(uuidString:)) } }
}
