import CommonEncryption
import ProtectionTerms
import SampleEncryption
import Testing

/// Conversion of sample entries with in-band parameter sets (`avc3`) to those without (`avc1`).
@Suite struct SectionConversionTests {
    private static func section(_ entry: [UInt8]) -> [UInt8] {
        SectionBuilder(tracks: [SectionBuilder.Track(entries: [entry])]).bytes
    }

    private static let emptyAVC = mp4("avcC", [1, 0, 0, 0, 0xFF, 0xE0, 0, 0xFD, 0xF8, 0xF8, 0])
    /// An `hvcC` with incomplete arrays in another order, and without a picture parameter set.
    private static let partialHEVC = mp4(
        "hvcC",
        [1] + zeros(20) + [0x0F, 3]
            + [0x27, 0, 1, 0, 3, 0x4E, 1, 5] + [0x21, 0, 1, 0, 3, 0x42, 1, 1] + [
                0x20, 0, 1, 0, 3, 0x40, 1, 0xC,
            ]
    )

    @Test(arguments: [
        ("avc3", VideoEntry.avcC, "avc1", VideoEntry.avcC), ("avc3", emptyAVC, "avc1", VideoEntry.avcC),
        ("dvav", emptyAVC, "dva1", VideoEntry.avcC), ("hev1", VideoEntry.hvcC, "hvc1", VideoEntry.hvcC),
        ("hev1", partialHEVC, "hvc1", VideoEntry.hvcC), ("dvhe", partialHEVC, "dvh1", VideoEntry.hvcC),
    ])
    func entryIsCompleted(format: String, box: [UInt8], targetFormat: String, expected: [UInt8]) throws {
        let clear = try InitializationSection(Self.section(VideoEntry.video(format, box)))
        let target = try InitializationSection(Self.section(VideoEntry.video(targetFormat, expected)))
        #expect(clear.movie.allowsInBandParameterSets)
        let converted = try clear.movingParameterSets(clear.movie.takingParameterSets(from: target.movie))
        #expect(converted.bytes == target.bytes)
        #expect(!converted.movie.allowsInBandParameterSets)
    }

    @Test func otherSectionsStayAsTheyAre() throws {
        let section = try InitializationSection(Self.section(VideoEntry.avc))
        #expect(try section.movingParameterSets(section.movie).bytes == section.bytes)
    }

    @Test func unconvertedSectionIsNotProtected() throws {
        let section = try InitializationSection(Self.section(VideoEntry.video("avc3", VideoEntry.avcC)))
        let protection = InitializationSection.Protection(
            scheme: .cbcs,
            keyID: zeros(16),
            constantIV: zeros(16)
        )
        #expect(throws: SampleEncryptionError.self) { try section.protected(protection) }
    }
}
