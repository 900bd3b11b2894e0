import CommonEncryption
import FoundationEssentials
import ISOBaseMedia
import PresentationFixtures
import SampleEncryption

@testable import Presentations
@testable import Protection

/// Simulated surveys of fMP4 segments, with simple numbers.
enum FragmentFormats {
    /// The number of bytes that protection inserts after the first 100 bytes of a segment.
    static let growth: UInt64 = 50
    /// The number of samples in each segment.
    static let sampleCount: UInt64 = 10

    /// Returns a movie of one track.
    static func movie(_ codec: SampleCodec = .wholeSamples, trackID: UInt32 = 1) throws -> MovieFormat {
        // By hand, ISO/IEC 14496-12, 8.8.3: version and flags, track_ID, then defaults.
        let body: [UInt8] =
            [0, 0, 0, 0, 0, 0, 0, UInt8(trackID), 0, 0, 0, 1] + [UInt8](repeating: 0, count: 12)
        let box = Box(type: "trex", offset: 0, bodyOffset: 8, body: body[...])
        return MovieFormat(tracks: [
            MovieTrackFormat(
                trackID: trackID,
                handlerType: codec == .clear ? "text" : "soun",
                entries: [.init(format: codec == .clear ? "wvtt" : "mp4a", codec: codec)],
                defaults: try TrackExtendsBox(box)
            )
        ])
    }

    /// Returns the survey of `length` bytes; `crowded` samples keep their last ranges clear.
    static func segment(
        _ length: UInt64,
        _ codec: SampleCodec = .wholeSamples,
        crowded: Int = 0
    ) throws -> SurveyedFormat {
        let map = OffsetMap(sizeChanges: [.init(clearOffset: 100, insertedCount: growth)])
        return .fragments(
            FragmentedSegmentSurvey(
                movie: try movie(codec),
                encrypted: .init(length: length + growth, map: map),
                clearLead: .init(length: length, map: .identity),
                sampleCount: sampleCount,
                partlyProtectedSampleCount: crowded,
                firstPartlyProtectedSample: 120
            )
        )
    }

    /// Returns the survey of a media resource: text if its file name contains "text", otherwise audio.
    static func format(of resource: MediaResource) throws -> SurveyedFormat? {
        let codec: SampleCodec = resource.file.description.contains("text") ? .clear : .wholeSamples
        guard resource.file.fileExtension == "mp4" || resource.file.fileExtension == "m4s" else { return nil }
        return resource.content == .initialization
            ? .movie(try movie(codec)) : try segment(resource.clearLength, codec)
    }
}

extension PlannedTree {
    /// Plans a tree of fMP4 with surveys of `FragmentFormats`.
    init(fragments tree: TreeFixture, _ policy: ProtectionPolicy, entry: String = "main.m3u8") throws {
        try self.init(tree, policy, entry: entry) { try FragmentFormats.format(of: $0) }
    }

    /// The output files of initialization sections with the slots of their `pssh` boxes: `init.mp4 all/0`.
    var sections: [String] {
        plan.media.resources.filter { $0.resource.content == .initialization }
            .map { planned in
                guard case .section(let protection) = planned.treatment else {
                    return "\(planned.outputFile) -"
                }
                let headers = protection.headerSlots.map { "\($0.track)/\($0.period)" }
                return "\(planned.outputFile) \(headers.joined(separator: ","))"
                    + (protection.keepsClearEntries ? " clear" : "")
            }
    }

    /// Returns the lines of a protected playlist without comments of the source; keys are short: `KEY all/0`.
    func summarizedLines(_ index: Int = 0) throws -> [String] {
        try playlist(index).split(separator: "\n").map(String.init).compactMap { line in
            if line.hasPrefix("#EXT-X-KEY:METHOD=NONE") { return "KEY none" }
            if line.hasPrefix("#EXT-X-KEY") {
                return "KEY " + (line.components(separatedBy: "skd://").last?.prefix { $0 != "\"" } ?? "")
            }
            if line.hasPrefix("#EXT-X-MAP:") { return "MAP " + line.dropFirst(11) }
            if line.hasPrefix("#EXT-X-BYTERANGE:") || line == "#EXT-X-DISCONTINUITY" { return line }
            return line.hasPrefix("#") ? nil : line
        }
    }
}
