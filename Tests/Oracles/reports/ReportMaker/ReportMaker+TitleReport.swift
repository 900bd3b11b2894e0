import BatchReports
import Foundation
import Inspection
import Presentations
import Protection
import Verification

/// The report that `--report` writes for a failed run.
private struct Failure: Decodable {
    let status: Int32
    let error: String
}

extension ReportMaker {
    /// Reads the report of a title that fairlead published or failed on, from a line of TITLES.
    static func title(_ index: Int, _ line: String) throws -> TitleReport {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        var title = TitleReport(
            index: index,
            line: index + 2,
            contentID: fields[0],
            state: .failed,
            input: .init(paths: ["mezzanines/\(index).mp4"], files: 1, bytes: UInt64(index) * 1_234_567)
        )
        title.template = index.isMultiple(of: 2) ? "content-id" : "https-key"
        title.seconds = 0.7 + 1.3 * Double(index % 5)
        let report = try Data(contentsOf: URL(filePath: fields[1]))
        if let failure = try? JSONDecoder().decode(Failure.self, from: report) {
            (title.status, title.error) = (failure.status, failure.error)
            return title
        }
        title.add(try JSONDecoder().decode(ProtectionReport.self, from: report))
        let published = try PublishedTree(playlist: fields[2])
        title.add(published)
        title.warnings += published.problems
        if !fields[3].isEmpty {
            let data = try Data(contentsOf: URL(filePath: fields[3]))
            let verification = try JSONDecoder().decode(VerificationReport.self, from: data)
            title.verification = .init(holds: verification.holds, findings: verification.findings.map(\.text))
            if !verification.holds { (title.state, title.status) = (.doesNotHold, 69) }
        }
        return title
    }
}
