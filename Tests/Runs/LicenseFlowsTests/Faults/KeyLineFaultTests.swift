import Foundation
import FoundationEssentials
import PresentationFixtures
import Testing

@testable import LicenseFlows

/// R01: faults of key lines.
struct KeyLineFaultTests {
    static let faults: [PlantedFault] = [
        PlantedFault(
            .keyLines,
            "no line of the system",
            in: FlowFixture.identity,
            says: "no key line of FairPlay"
        ) { _ in },
        PlantedFault(.keyLines, "METHOD=AES-128 with FairPlay's key format", says: "METHOD=AES-128") {
            try $0.edit("index.m3u8", "METHOD=SAMPLE-AES", "METHOD=AES-128")
            try $0.edit("main.m3u8", "METHOD=SAMPLE-AES", "METHOD=AES-128")
        },
        PlantedFault(.keyLines, "METHOD=AES-128 on a second line of the key", says: "several methods") {
            let text = String(decoding: try $0.folder.read("out/index.m3u8"), as: UTF8.self)
            let line = try #require(
                text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("#EXT-X-KEY:") }
            )
            let other = line.replacingOccurrences(of: "METHOD=SAMPLE-AES", with: "METHOD=AES-128")
            // After the last segment, so the line applies to no media.
            try $0.edit("index.m3u8", "#EXT-X-ENDLIST", other + "\n#EXT-X-ENDLIST")
        },
        PlantedFault(.keyLines, "KEYFORMAT without a letter", says: "meant for FairPlay") {
            try $0.edit("index.m3u8", "streamingkeydelivery", "streamingkeydelivry")
            try $0.edit("main.m3u8", "streamingkeydelivery", "streamingkeydelivry")
        },
        PlantedFault(
            .keyLines,
            "KEYFORMAT with a capital letter",
            says: "KEYFORMAT=\"com.apple.StreamingKeyDelivery\""
        ) {
            try $0.edit("index.m3u8", "com.apple.streamingkeydelivery", "com.apple.StreamingKeyDelivery")
            try $0.edit("main.m3u8", "com.apple.streamingkeydelivery", "com.apple.StreamingKeyDelivery")
        },
        PlantedFault(.keyLines, "no KEYFORMAT on a skd: line", says: "no KEYFORMAT") {
            try $0.edit("index.m3u8", ",KEYFORMAT=\"com.apple.streamingkeydelivery\"", "")
            try $0.edit("main.m3u8", ",KEYFORMAT=\"com.apple.streamingkeydelivery\"", "")
        },
        PlantedFault(.keyLines, "KEYFORMATVERSIONS without 1", says: "KEYFORMATVERSIONS=\"2\"") {
            try $0.edit("index.m3u8", "KEYFORMATVERSIONS=\"1\"", "KEYFORMATVERSIONS=\"2\"")
            try $0.edit("main.m3u8", "KEYFORMATVERSIONS=\"1\"", "KEYFORMATVERSIONS=\"2\"")
        },
        PlantedFault(
            .keyLines,
            "KEYFORMATVERSIONS without 1 on a second line",
            says: "KEYFORMATVERSIONS=\"2\""
        ) {
            let text = String(decoding: try $0.folder.read("out/index.m3u8"), as: UTF8.self)
            let line = try #require(
                text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("#EXT-X-KEY:") }
            )
            let other = line.replacingOccurrences(
                of: "KEYFORMATVERSIONS=\"1\"",
                with: "KEYFORMATVERSIONS=\"2\""
            )
            // After the last segment, so the line applies to no media.
            try $0.edit("index.m3u8", "#EXT-X-ENDLIST", other + "\n#EXT-X-ENDLIST")
        },
        PlantedFault(
            .keyLines,
            "segments without a line of the system",
            in: FlowFixture.rotatingFragments,
            says: "no key line of FairPlay applies to it"
        ) {
            let text = String(decoding: try $0.folder.read("out/index.m3u8"), as: UTF8.self)
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            lines.remove(at: try #require(lines.firstIndex { $0.contains("streamingkeydelivery") }))
            try $0.folder.write(lines.joined(separator: "\n").utf8, to: "out/index.m3u8")
        },
        PlantedFault(
            .keyLines,
            "a session key with another METHOD",
            says: "the session key has METHOD=AES-128"
        ) {
            try $0.edit("main.m3u8", "METHOD=SAMPLE-AES", "METHOD=AES-128")
        },
        PlantedFault(.keyLines, "a session key with another KEYFORMAT", says: "the session key has KEYFORMAT")
        {
            try $0.edit("main.m3u8", "com.apple.streamingkeydelivery", "com.example.other")
        },
        PlantedFault(
            .keyLines,
            "a session key with other KEYFORMATVERSIONS",
            says: "the session key has KEYFORMATVERSIONS"
        ) {
            try $0.edit("main.m3u8", "KEYFORMATVERSIONS=\"1\"", "KEYFORMATVERSIONS=\"1/2\"")
        },
        PlantedFault(.keyLines, "a session key that no line has", says: "a URI that no key line has") {
            try $0.edit("main.m3u8", "skd://movie-42/all/0/1", "skd://movie-42/all/9/1")
        },
    ]

    @Test(arguments: faults)
    func `A fault of key lines is told as R01`(_ fault: PlantedFault) throws { try fault.check() }
}
