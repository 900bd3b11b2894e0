import BatchReports
import Foundation
import Presentations
import Protection
import Verification

/// Writes reports as `batch` does: `report.json`, `report.html` and `report.xml` in a folder.
///
///     ReportMaker FOLDER < TITLES         for titles that fairlead has processed
///     ReportMaker FOLDER --made COUNT     for invented titles, of two hours and five renditions each
///
/// A line of TITLES is CONTENT_ID, REPORT, PLAYLIST and VERIFICATION, separated by tabs: the file that
/// `--report` wrote, the published playlist (empty if there is none), and the output of `verify --format
/// json` (empty if it did not run).
@main
enum ReportMaker {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.count {
        case 1:
            let lines = String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
                .split(separator: "\n")
            try write(try lines.enumerated().map { try title($0, String($1)) }, to: arguments[0])
        case 3:
            let count = Int(arguments[2]) ?? 0
            try write((0..<count).lazy.map(InventedTitle.title), to: arguments[0])
        default: fatalError("usage: ReportMaker FOLDER [--made COUNT]")
        }
    }

    private static func write(_ titles: some Collection<TitleReport>, to folder: String) throws {
        let overview = BatchOverview(
            toolVersion: "0.1.0",
            manifest: .init(
                path: "titles/spring.csv",
                sha256: String(repeating: "c0ffee42", count: 8),
                titles: titles.count
            ),
            startedAt: Timestamp(Date(timeIntervalSince1970: 1_740_821_400)),
            seconds: titles.reduce(0) { $0 + $1.seconds } / 2,
            workers: 2,
            summary: BatchSummary(titles)
        )
        try file(folder + "/report.json") { try JSONReport(overview, titles: titles).write(to: $0) }
        try file(folder + "/report.html") { try HTMLReport(overview, titles: titles).write(to: $0) }
        try file(folder + "/report.xml") { try JUnitReport(overview, titles: titles).write(to: $0) }
    }

    private static func file(_ path: String, _ body: ((String) throws -> Void) throws -> Void) throws {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        var buffer = Data()
        try body { text in
            buffer.append(contentsOf: text.utf8)
            guard buffer.count > 1 << 20 else { return }
            try file.write(contentsOf: buffer)
            buffer.removeAll(keepingCapacity: true)
        }
        try file.write(contentsOf: buffer)
        try file.close()
    }
}
