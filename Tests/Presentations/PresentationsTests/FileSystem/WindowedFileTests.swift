import Bitstreams
import Failures
import Foundation
import Glibc
import PresentationFixtures
import Testing

@testable import Presentations

/// An input file that several threads read through one descriptor and that detects changes.
struct WindowedFileTests {
    private let directory: TemporaryDirectory
    private let bytes: [UInt8]

    init() throws {
        directory = try TemporaryDirectory()
        bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try directory.write(bytes, to: "in.mp4")
    }

    @Test(
        arguments: [
            (0, 10, 10), (990, 100, 10), (999, 1, 1), (1000, 5, 0), (UInt64(Int64.max), 5, 0), (.max, 5, 0),
        ] as [(UInt64, Int, Int)]
    )
    func readsWhatIsThere(offset: UInt64, count: Int, expected: Int) throws {
        let file = try WindowedFile(path: directory.path + "/in.mp4")
        #expect(file.size == 1000)
        let found = try file.makeReader().bytes(count, at: offset)
        #expect(found.count == expected)
        #expect(found == Array(bytes.dropFirst(Int(min(offset, 1000))).prefix(count)))
    }

    @Test func tellsAChange() throws {
        let file = try WindowedFile(path: directory.path + "/in.mp4")
        #expect(file.isUnchanged())
        _ = unsafe truncate(directory.path + "/in.mp4", 10)
        #expect(!file.isUnchanged())
    }

    @Test(arguments: [("none.mp4", ENOENT), (".", EISDIR)])
    func refusesWhatIsNoFile(name: String, code: CInt) throws {
        let path = directory.path + "/" + name
        #expect(throws: SystemCallError("open", path: path, code: code)) { try WindowedFile(path: path) }
    }

    // MARK: Where a result may be

    @Test(
        arguments: [
            ("out", nil), ("in.mp4.out", nil), ("deep/er/out", nil), (".", "in.mp4"), ("..", "in.mp4"),
        ] as [(String, String?)]
    )
    func aResultContainsNoInput(output: String, refused: String?) throws {
        let input = directory.path + "/in.mp4"
        let result = Result {
            try OutputLocation(directory.path + "/" + output, input: .files([input]), isDryRun: true)
        }
        switch result {
        case .success: #expect(refused == nil)
        case .failure(let error):
            let end = "/\(try #require(refused))), and the result would take its place"
            #expect((error as? RunFailure)?.problem.hasSuffix(end) == true, "\(error)")
        }
    }

    @Test func aLinkInTheResultIsAnInputInIt() throws {
        _ = try directory.makeDirectory("out")
        let link = directory.path + "/out/link.mp4"
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: directory.path + "/in.mp4"
        )
        let output = directory.path + "/out"
        #expect(throws: RunFailure.inputInsideOutput(output: output, input: link)) {
            try OutputLocation(output, input: .files([link]), isDryRun: true)
        }
    }
}
