import Foundation
import Protection
import ProtectionTerms
import Testing

@testable import Inspection
@testable import Verification

/// Presentations of fMP4 from `protect` hold, both with the source and without.
struct FragmentHoldingTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let sample: String
        let method: ProtectionMethod
        var systems: [KeySystem]?
        var keyPer = KeyGranularity.presentation
        var clearLead = 0
        var rotation: Int?
        var form = RotationForm.sections

        var options: ProtectionOptions {
            var options = ProtectionOptions(
                keyPer: keyPer,
                clearLead: .seconds(clearLead),
                rotation: rotation.map { .seconds($0) },
                method: method,
                systems: systems
            )
            options.policy.rotationForm = form
            return options
        }

        var testDescription: String {
            "\(sample) \(method) \(systems.map { "\($0)" } ?? "") \(keyPer) lead \(clearLead) "
                + "rotation \(rotation.map(String.init) ?? "none") \(form)"
        }
    }

    private static let fmp4 = "fmp4/multivariant.m3u8"
    private static let ranges = "fmp4-byterange/multivariant.m3u8"

    static let cases =
        [fmp4, ranges].flatMap { sample in
            [ProtectionMethod.sampleAES, .sampleAESCTR].flatMap { method in
                let all: [KeySystem] =
                    method == .sampleAES
                    ? [.fairPlay, .identity, .widevine, .playReady] : [.identity, .widevine, .playReady]
                return [
                    Case(sample: sample, method: method, systems: all),
                    Case(sample: sample, method: method, systems: [.widevine], clearLead: 4),
                    Case(sample: sample, method: method, systems: [.identity], rotation: 4),
                    Case(
                        sample: sample,
                        method: method,
                        systems: all,
                        keyPer: .type,
                        clearLead: 4,
                        rotation: 4
                    ),
                    Case(sample: sample, method: method, systems: all, rotation: 4, form: .seig),
                    Case(
                        sample: sample,
                        method: method,
                        systems: [.playReady],
                        clearLead: 4,
                        rotation: 4,
                        form: .seig
                    ),
                ]
            }
        }

    @Test(arguments: cases)
    func holds(_ test: Case) throws {
        let title = try Title(sample: test.sample, test.options)
        let report = try title.verify()
        #expect(report.findings.filter(\.isError).map(\.text) == [])
        #expect(report.summaries == [])
        let compared = try title.verifyAgainstSource()
        #expect(compared.findings.filter(\.isError).map(\.text) == [])
        #expect(compared.summaries == [])
        #expect(compared.renditions.allSatisfy { $0.encrypted > 0 })
    }

    /// An initialization section that several `EXT-X-MAP` tags reference serves the keys of all periods.
    @Test(arguments: [RotationForm.sections, .seig], ["fmp4/video/240p", "fmp4-byterange"])
    func sectionsMayBeNamedTwice(_ form: RotationForm, _ sample: String) throws {
        let title = try Title()
        let clear = title.directory + "/clear"
        try FileManager.default.copyItem(atPath: Title.samples + "/" + sample, toPath: clear)
        var lines = try title.text("clear/index.m3u8").components(separatedBy: "\n")
        let section = try #require(lines.first { $0.hasPrefix("#EXT-X-MAP:") })
        let segments = lines.indices.filter { lines[$0].hasPrefix("#EXTINF:") }
        lines.insert(section, at: segments[1])
        try title.write(lines.joined(separator: "\n"), to: "clear/index.m3u8")
        var options = ProtectionOptions(
            rotation: .seconds(2),
            method: .sampleAES,
            systems: [.fairPlay, .widevine]
        )
        options.policy.rotationForm = form
        try title.protect(clear + "/index.m3u8", options)
        #expect(try title.text("out/index.m3u8").components(separatedBy: "#EXT-X-MAP:").count > 2)
        #expect(try title.verify().findings.filter(\.isError).map(\.text) == [])
        #expect(try title.verifyAgainstSource().findings.filter(\.isError).map(\.text) == [])
    }

    /// A fault in the source media is a warning, because the digest of the result matches.
    @Test(arguments: [ProtectionMethod.sampleAES, .aes256GCM])
    func faultsOfTheSourceAreNotOfTheProtection(_ method: ProtectionMethod) throws {
        let title = try Title()
        let clear = title.directory + "/clear"
        try FileManager.default.copyItem(atPath: Title.samples + "/fmp4/video/240p", toPath: clear)
        // In the last NAL unit of the segment, at bytes that emulation prevention would change.
        let segment = try title.read("clear/segment1.m4s")
        try title.write(Array(segment.dropLast(8)) + [0, 0, 0, 0, 0, 0, 0, 1], to: "clear/segment1.m4s")
        try title.protect(clear + "/index.m3u8", ProtectionOptions(method: method))
        let report = try title.verify()
        #expect(report.findings.filter(\.isError).map(\.text) == [])
        if method == .sampleAES {
            #expect(
                report.findings.contains {
                    $0.rule == .stream && $0.message.hasSuffix("so their source has this, too")
                }
            )
        }
        try title.editBytes(of: "out/segment1.m4s") { $0[$0.count - 20] ^= 1 }
        #expect(try !title.verify().holds)
    }

    /// An I-frame has no digest of its own.
    ///
    /// Its fault is one of the source if the segment around it has the same fault and the right digest.
    @Test func faultsOfTheSourceMayBeInIFrames() throws {
        let title = try Title()
        let clear = title.directory + "/clear"
        try FileManager.default.copyItem(atPath: Title.samples + "/fmp4", toPath: clear)
        // The last bytes of the second I-frame become a sequence that emulation prevention forbids.
        let iFrame = 13_576..<13_576 + 2538
        let segment = "video/240p/segment0.m4s"
        try title.editBytes(of: "clear/" + segment) {
            $0.replaceSubrange(iFrame.upperBound - 8..<iFrame.upperBound, with: [0, 0, 0, 0, 0, 0, 0, 1])
        }
        try title.protect(clear + "/multivariant.m3u8", ProtectionOptions(method: .sampleAES))
        let found = try title.verify().findings.filter { $0.rule == .stream }
        #expect(found.map(\.playlist) == ["video/240p/index.m3u8", "video/240p/iframes.m3u8"])
        #expect(found.allSatisfy { $0.severity == .warning && $0.file == segment })
        // A wrong range of an I-frame before the fault is an error.
        let playlist = try title.text("out/video/240p/iframes.m3u8")
        let first = try #require(playlist.split(separator: "\n").first { $0.hasSuffix("@0") })
        try title.write(
            playlist.replacing(first, with: first.dropLast() + "8"),
            to: "out/video/240p/iframes.m3u8"
        )
        let errors = try title.verify().findings.filter { $0.isError && $0.rule != .playlistChanged }
        #expect(errors.map(\.playlist) == ["video/240p/iframes.m3u8"])
    }

    /// Two renditions share an initialization section; one is only clear lead, without keys for segments.
    @Test(arguments: [ProtectionMethod.sampleAES, .sampleAESCTR])
    func sharesSectionWithRenditionWithoutKey(_ method: ProtectionMethod) throws {
        let title = try Self.titleWithClearRendition(method)
        #expect(try title.verifyAgainstSource().findings.filter(\.isError) == [])
    }

    /// Only the initialization section of the clear rendition is encrypted.
    @Test(arguments: [ProtectionMethod.aes128, .aes256GCM])
    func aRenditionInTheClearStartWithAnEncryptedSectionHolds(_ method: ProtectionMethod) throws {
        let title = try Self.titleWithClearRendition(method, encryptsSections: true)
        for report in [try title.verify(), try title.verifyAgainstSource()] {
            #expect(report.holds)
            let found = report.findings.filter { $0.rule == .notProtected || $0.rule == .mediaDigest }
            #expect(found.map(\.rule) == [.notProtected])
            #expect(found.map(\.playlist) == ["short.m3u8"])
        }
    }

    /// A clear rendition longer than the clear lead has lost its protection, though its section has a key.
    @Test func aClearRenditionWithAnEncryptedSectionIsFound() throws {
        let title = try Self.titleWithClearRendition(.aes128, encryptsSections: true)
        let text = try title.text("out/index.m3u8")
        let lines = text.split(separator: "\n")
        try title.write(
            lines.map { $0.hasPrefix("#EXTINF:") ? "#EXT-X-KEY:METHOD=NONE\n\($0)" : "\($0)" }
                .joined(separator: "\n") + "\n",
            to: "out/index.m3u8"
        )
        let first = try title.text("out/short.m3u8")
            .replacing("#EXT-X-KEY:METHOD=NONE\n", with: "")
        try title.write(first, to: "out/short.m3u8")
        #expect(
            try title.verify().findings.contains {
                $0.rule == .notProtected && $0.isError && $0.playlist == "index.m3u8"
            }
        )
    }

    /// Clear segments are also compared with the source; here a decode time is changed.
    @Test func comparesRenditionWithoutKey() throws {
        let title = try Self.titleWithClearRendition(.sampleAES)
        try title.change("out/segment0.m4s", "moof/traf/tfdt", at: 11) { $0 ^= 1 }
        let findings = try title.verifyAgainstSource().findings.filter { $0.rule == .sourceMedia }
        #expect(findings.contains { $0.playlist == "short.m3u8" })
    }

    private static func titleWithClearRendition(
        _ method: ProtectionMethod,
        encryptsSections: Bool = false
    ) throws -> Title {
        let title = try Title()
        try title.copySample("fmp4/video/240p", to: "clear")
        try title.remove("clear/iframes.m3u8")
        let whole = try title.text("clear/index.m3u8").split(separator: "\n").map(String.init)
        let first = try #require(whole.firstIndex { $0.hasPrefix("segment0") })
        let short = whole[...first] + ["#EXT-X-ENDLIST"]
        try title.write(short.joined(separator: "\n") + "\n", to: "clear/short.m3u8")
        let variants = ["short", "index"].map {
            "#EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS=\"avc1.4d4015\",RESOLUTION=426x240,FRAME-RATE=25.000\n\($0).m3u8\n"
        }
        let header = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n"
        try title.write(header + variants.joined(), to: "clear/main.m3u8")
        var options = ProtectionOptions(
            keyURI: "https://keys.example.com/{content_id}",
            clearLead: .seconds(1),
            method: method,
            systems: [.identity]
        )
        options.policy.encryptsInitializationSections = encryptsSections
        try title.protect(title.directory + "/clear/main.m3u8", options)
        try #require(title.text("out/short.m3u8").contains("#EXT-X-KEY") == encryptsSections)
        try #require(title.text("out/index.m3u8").contains("#EXT-X-KEY"))
        return title
    }
}
