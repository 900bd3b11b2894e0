import Foundation
import Testing

/// The report of `inspect` on MP4 files of SampleMedia.
struct InspectMP4Tests {
    let workspace: Workspace

    init() throws { workspace = try Workspace(.none) }

    private struct Report: Decodable {
        struct Box: Decodable {
            let type: String
            let offset: Int
            let size: Int
            let children: [Box]?
        }
        struct Track: Decodable {
            let id: Int
            let handler: String?
            let codecs: [String]
            let samples: Int
            let duration: Double?
        }
        struct Fragment: Decodable {
            let trackId: Int
            let samples: Int
            let decodeTime: Int?
        }
        struct Movie: Decodable {
            let form: String
            let tracks: [Track]
            let fragments: [Fragment]
            let fragmentCount: Int
            let boxes: [Box]
        }
        struct Fault: Decodable {
            let offset: Int
        }
        let kind: String
        let bytes: Int
        let mp4: Movie?
        let faults: [Fault]
    }

    private func report(of path: String) throws -> Report {
        try workspace.fairlead("inspect", path, "--format", "json").succeeds().json(Report.self)
    }

    private static let sample = Sample.fragmentedMP4.path.replacing("multivariant.m3u8", with: "")

    @Test func `An initialization section, a segment and a movie`() throws {
        let section = try report(of: Self.sample + "video/240p/init.mp4")
        #expect(section.kind == "mp4" && section.faults.isEmpty)
        #expect(section.mp4?.form == "initialization section")
        #expect(section.mp4?.tracks.map(\.handler) == ["vide"])
        #expect(section.mp4?.tracks.first?.codecs.first?.hasPrefix("avc1.") == true)
        #expect(section.mp4?.boxes.map(\.size).reduce(0, +) == section.bytes)

        let segment = try report(of: Self.sample + "video/240p/segment1.m4s")
        #expect(segment.mp4?.form == "media segment")
        #expect(segment.mp4?.fragments.count == segment.mp4?.fragmentCount)
        #expect(segment.mp4?.boxes.map(\.type).contains("moof") == true)
        let text = try workspace.fairlead("inspect", Self.sample + "video/240p/segment1.m4s").succeeds().text
        #expect(
            text.contains("MP4, media segment") && text.contains("FRAGMENTS") && text.contains("FAULTS\nnone")
        )

        let mezzanine = Self.sample.replacing("/fmp4/", with: "/mezzanines/") + "h264-aac.mp4"
        let movie = try report(of: mezzanine)
        #expect(movie.mp4?.form == "progressive movie")
        #expect(movie.mp4?.tracks.map(\.handler) == ["vide", "soun"])
        #expect(movie.mp4?.tracks.allSatisfy { $0.samples > 0 && ($0.duration ?? 0) > 1 } == true)
    }

    @Test func `A damaged file is shown with its faults`() throws {
        let bytes = try Data(contentsOf: URL(filePath: Self.sample + "video/240p/segment1.m4s"))
        try workspace.write(bytes.dropLast(100), to: "cut.m4s")
        let report = try report(of: workspace.path("cut.m4s"))
        #expect(report.faults.count == 1)
        #expect(report.mp4?.boxes.last?.type == "mdat")
        let text = try workspace.fairlead("inspect", workspace.path("cut.m4s")).succeeds().text
        #expect(text.contains("box 'mdat' of") && text.contains("expected at most"))
    }
}
