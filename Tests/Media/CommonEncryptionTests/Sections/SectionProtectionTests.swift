import CommonEncryption
import ISOBaseMedia
import ProtectionTerms
import RepositoryFiles
import Testing

struct SectionProtectionTests {
    private static let keyID = [UInt8](0xA0...0xAF)
    private static let iv = [UInt8](0x10...0x1F)

    private static func protection(
        _ scheme: ProtectionScheme,
        keepsClearEntries: Bool = false,
        headers: [[UInt8]] = []
    ) -> InitializationSection.Protection {
        InitializationSection.Protection(
            scheme: scheme,
            keyID: keyID,
            constantIV: iv,
            keepsClearEntries: keepsClearEntries,
            systemHeaders: headers
        )
    }

    /// Returns `sinf` as other packagers write it, byte by byte.
    private static func information(_ format: String, _ scheme: String, _ tenc: [UInt8]) -> [UInt8] {
        mp4(
            "sinf",
            mp4("frma", Array(format.utf8)) + full("schm", 0, Array(scheme.utf8) + [0, 1, 0, 0])
                + mp4("schi", mp4("tenc", tenc))
        )
    }

    /// Entries of Bento4's mp4fragment, with a copy of the configuration box before and after other boxes.
    @Test(arguments: [("avc1", VideoEntry.avcC, 2), ("hvc1", VideoEntry.hvcC, 3)])
    func copiesOfConfigurationsStay(format: String, configuration: [UInt8], sets: Int) throws {
        let boxes = configuration + mp4("pasp", be32(1) + be32(1)) + configuration
        let track = SectionBuilder.Track(handler: "vide", entries: [VideoEntry.video(format, boxes)])
        let clear = SectionBuilder(tracks: [track]).bytes
        let section = try InitializationSection(clear)
        switch try #require(section.movie.track(1)).entries[0].codec {
        case .avc(let found), .hevc(let found): #expect(found.parameterSets.count == sets)
        default: Issue.record("another codec")
        }
        let protected = try section.protected(Self.protection(.cbcs))
        #expect(protected.count == clear.count + 97)
        #expect(try InitializationSection(protected).clear() == clear)
    }

    @Test(
        arguments: [
            ("cbcs", "vide", "avc1", [1, 0, 0, 0, 0, 0x19, 1, 0] + keyID + [16] + iv),
            ("cbcs", "soun", "mp4a", [1, 0, 0, 0, 0, 0, 1, 0] + keyID + [16] + iv),
            ("cenc", "vide", "avc1", [0, 0, 0, 0, 0, 0, 1, 8] + keyID),
            ("cenc", "soun", "mp4a", [0, 0, 0, 0, 0, 0, 1, 8] + keyID),
        ] as [(String, String, String, [UInt8])]
    )
    func entriesAreThoseOfOtherPackagers(
        scheme: String,
        handler: String,
        format: String,
        tenc: [UInt8]
    ) throws {
        let information = Self.information(format, scheme, tenc)
        #expect(information.count == (scheme == "cbcs" ? 97 : 80))
        let video = VideoEntry.avcC + mp4("pasp", be32(1) + be32(1))
        func entry(_ type: String, _ more: [UInt8]) -> [UInt8] {
            handler == "vide"
                ? VideoEntry.video(type, video + more)
                : AudioEntry.audio(type, full("esds", 0, [3, 0]) + more)
        }
        var track = SectionBuilder.Track(handler: handler, entries: [entry(format, [])])
        let clear = SectionBuilder(tracks: [track]).bytes
        let header = full("pssh", 0, zeros(16) + be32(2) + [7, 7])
        let protection = Self.protection(ProtectionScheme(rawValue: scheme)!, headers: [header])
        let protected = try InitializationSection(clear).protected(protection)
        track.entries = [entry(handler == "vide" ? "encv" : "enca", information)]
        #expect(protected == SectionBuilder(tracks: [track], behindExtends: header).bytes)

        let section = try InitializationSection(protected)
        #expect(try section.clear() == clear)
        let track2 = try #require(section.movie.track(1))
        #expect(track2.entries.count == 1)
        #expect(track2.entries[0].encryption?.scheme.rawValue == scheme)
        #expect(track2.entries[0].encryption?.trackEncryption.keyID == Self.keyID)
        #expect(track2.entries[0].format.description == format)
        var unencrypted = section.movie
        unencrypted.tracks[0].entries[0].encryption = nil
        #expect(unencrypted == (try InitializationSection(clear).movie))
    }

    @Test func clearEntriesFollowEncryptedOnesForAClearStart() throws {
        let second = VideoEntry.video("avc1", VideoEntry.avcC + mp4("colr", [1]))
        let subtitles = SectionBuilder.Track(trackID: 3, handler: "text", entries: [mp4("wvtt", zeros(8))])
        var builder = SectionBuilder(tracks: [
            SectionBuilder.Track(entries: [VideoEntry.avc, second]),
            SectionBuilder.Track(trackID: 2, handler: "soun", entries: [AudioEntry.aac]), subtitles,
        ])
        let clear = builder.bytes
        let tenc: [UInt8] = [0, 0, 0, 0, 0, 0, 1, 8] + Self.keyID
        let protected = try InitializationSection(clear).protected(
            Self.protection(.cenc, keepsClearEntries: true)
        )
        let video = Self.information("avc1", "cenc", tenc)
        builder.tracks[0].entries = [
            VideoEntry.video("encv", VideoEntry.avcC + video),
            VideoEntry.video("encv", VideoEntry.avcC + mp4("colr", [1]) + video), VideoEntry.avc, second,
        ]
        builder.tracks[1].entries = [
            AudioEntry.audio("enca", full("esds", 0, [3, 0]) + Self.information("mp4a", "cenc", tenc)),
            AudioEntry.aac,
        ]
        #expect(protected == builder.bytes)
        let section = try InitializationSection(protected)
        #expect(
            section.movie.tracks.map { $0.entries.map { $0.encryption != nil } } == [
                [true, true, false, false], [true, false], [false],
            ]
        )
        #expect(try section.clear() == clear)
    }

    /// Protection of initialization sections that ffmpeg wrote can be undone.
    @Test(arguments: ["audio/en", "video/240p", "video/720p"])
    func sectionsOfSampleMediaTurnBack(folder: String) throws {
        let clear = try Repository.sampleBytes("fmp4/\(folder)/init.mp4")
        let protected = try InitializationSection(clear).protected(Self.protection(.cbcs))
        // sinf is 97 bytes long.
        #expect(protected.count == clear.count + 97)
        #expect(try InitializationSection(protected).clear() == clear)
    }

    @Test func textAloneStaysClear() throws {
        let track = SectionBuilder.Track(handler: "subt", entries: [mp4("stpp", zeros(20))])
        let clear = SectionBuilder(tracks: [track]).bytes
        let section = try InitializationSection(clear)
        #expect(!section.movie.hasProtectableTracks)
        #expect(try section.protected(Self.protection(.cbcs, headers: [full("pssh", 0, zeros(20))])) == clear)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func protectedSectionsTurnBack(seed: UInt64) throws {
        var random = RandomSection(seed: seed)
        let clear = random.builder().bytes
        let section = try InitializationSection(clear)
        #expect(try section.clear() == clear, "seed \(seed)")
        for scheme in ProtectionScheme.allCases {
            for keepsClearEntries in [false, true] {
                let headers = [full("pssh", 0, zeros(20)), full("pssh", 1, zeros(24))]
                let protection = Self.protection(
                    scheme,
                    keepsClearEntries: keepsClearEntries,
                    headers: headers
                )
                let protected = try section.protected(protection)
                let again = try InitializationSection(protected)
                #expect(again.movie.isEncrypted == section.movie.hasProtectableTracks)
                #expect(try again.clear() == clear, "seed \(seed), \(scheme), \(keepsClearEntries)")
            }
        }
    }
}
