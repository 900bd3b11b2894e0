import BatchReports
import Foundation

/// Sample reports for tests that write or read them.
enum SampleReport {
    /// A report with a title of each state, in the order of the states.
    static let everyState = report(of: TitleState.allCases.enumerated().map { title($0, state: $1) })

    /// Returns the report of a run with these titles.
    static func report(of titles: [TitleReport]) -> BatchReport {
        let overview = BatchOverview(
            toolVersion: "0.1.0",
            manifest: .init(
                path: "titles.csv",
                sha256: String(repeating: "5f", count: 32),
                titles: 2 * titles.count
            ),
            shard: .init(index: 1, count: 2),
            startedAt: Timestamp(Date(timeIntervalSince1970: 1_740_821_400)),
            seconds: 75.25,
            workers: 4,
            summary: BatchSummary(titles)
        )
        return BatchReport(overview, titles: titles)
    }

    /// Returns a title with a value for everything that a report has about a title.
    static func title(_ index: Int, state: TitleState, contentID: String? = nil) -> TitleReport {
        var title = TitleReport(
            index: index,
            line: index + 2,
            contentID: contentID ?? "title-\(index)",
            state: state,
            input: .init(paths: ["in/\(index).mp4"], files: 1, bytes: 1_000_000, sha256: "aa")
        )
        title.seconds = 1.5 + Double(index)
        title.template = "https-key"
        title.method = "sample-aes"
        title.keySystems = ["fairplay", "widevine"]
        title.warnings = state == .replaced ? ["the picture is small"] : []
        title.keys = [key(1), key(2)]
        title.duration = 18
        title.renditions = [rendition]
        switch state {
        case .failed, .interrupted:
            title.status = state == .failed ? 65 : 75
            title.error = "in/\(index).mp4: something is wrong"
        case .doesNotHold:
            title.status = 69
            title.verification = .init(holds: false, findings: ["main.m3u8: media: a segment is missing"])
        case .waiting: break
        default:
            title.output = .init(path: "out/\(index)", files: 9, bytes: 2_500_000, sha256: "bb")
            title.verification = .init(holds: true)
        }
        return title
    }

    /// Six segments: a clear lead, and two keys.
    static let rendition = TitleRendition(
        name: "video/720p",
        playlist: "video/720p.m3u8",
        kind: .video,
        encrypted: 4,
        bytes: 2_250_000,
        averageBitrate: 1_000_000,
        peakBitrate: 1_500_000,
        timeline: [
            .init(start: 0, end: 6, method: "NONE", line: 7),
            .init(start: 6, end: 12, keyID: keyID(1), method: "SAMPLE-AES", keyURI: "skd://k/1", line: 10),
            .init(start: 12, end: 18, method: "SAMPLE-AES", keyURI: "skd://k/2", line: 15),
        ],
        segmentBitrates: [600_000, 800_000, 1_000_000, 1_500_000, 1_100_000, 1_000_000],
        segmentDurations: [3, 3, 3, 3, 3, 3],
        duration: 18
    )

    static func keyID(_ number: Int) -> String { "00000000-0000-4000-8000-00000000000\(number)" }

    private static func key(_ number: Int) -> TitleReport.Key {
        .init(
            keyID: keyID(number),
            track: "all",
            period: number - 1,
            generation: 0,
            keyURI: "skd://k/\(number)"
        )
    }
}
