import Foundation
import RepositoryFiles
import Testing

/// The paths of the program under test and of the sample presentations.
enum TestPaths {
    /// The path in `FAIRLEAD_BINARY`, or else `fairlead` beside the test bundle.
    static let fairlead: String = {
        if let named = ProcessInfo.processInfo.environment["FAIRLEAD_BINARY"] { return named }
        let runner = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return (runner as NSString).deletingLastPathComponent + "/fairlead"
    }()

    /// The program that `fairlead rehearse` becomes, which has to be beside it.
    static let rehearsal = (fairlead as NSString).deletingLastPathComponent + "/fairlead-rehearse"

    /// The repository's `SampleMedia`.
    static let samples = Repository.sampleMedia.path

    /// Returns the path of a system program.
    static func tool(_ name: String) -> String {
        ["/usr/bin/", "/bin/", "/usr/sbin/", "/sbin/"].map { $0 + name }
            .first { FileManager.default.isExecutableFile(atPath: $0) } ?? "/usr/bin/" + name
    }
}

/// A sample presentation: its folder in `SampleMedia`, and its playlist.
struct Sample: Sendable, CustomTestStringConvertible {
    let folder: String
    let playlist: String

    var path: String { TestPaths.samples + "/" + folder + "/" + playlist }
    var testDescription: String { folder }

    static let transportStream = Sample(folder: "ts", playlist: "multivariant.m3u8")
    static let fragmentedMP4 = Sample(folder: "fmp4", playlist: "multivariant.m3u8")
    static let transportStreamRanges = Sample(folder: "ts-byterange", playlist: "multivariant.m3u8")
    static let fragmentedMP4Ranges = Sample(folder: "fmp4-byterange", playlist: "multivariant.m3u8")
    static let packedAudio = Sample(folder: "packed-audio", playlist: "index.m3u8")

    /// The samples that SAMPLE-AES can protect.
    static let sampleAES = [transportStream, transportStreamRanges, packedAudio]

    static let all = [
        transportStream, fragmentedMP4, transportStreamRanges, fragmentedMP4Ranges, packedAudio,
    ]
}
