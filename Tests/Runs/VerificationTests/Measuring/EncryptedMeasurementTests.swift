import Inspection
import PlaylistLinting
import Presentations
import Testing

struct EncryptedMeasurementTests {
    @Test(arguments: ["ts", "fmp4", "fmp4-byterange"], [false, true])
    func measuresOnlySizesOfWhatIsEncrypted(sample: String, encryptsInit: Bool) throws {
        let title = try Title(
            sample: sample + "/multivariant.m3u8",
            ProtectionOptions(encryptsInit: encryptsInit)
        )
        let found = try measure(title.output + "/multivariant.m3u8")
        let clear = try measure(title.source)
        #expect(found.keys == clear.keys)
        for (name, measurement) in found {
            #expect(measurement.failures.isEmpty, "\(name): \(measurement.failures)")
            // AES-128 pads segments to whole blocks (RFC 8216bis 4.4.4.4); I-frames are ranges within.
            let isIFrames = name.contains("iframes")
            for (index, segment) in measurement.segments.enumerated() where !isIFrames {
                let bytes = try #require(clear[name]?.segments[index].byteCount)
                #expect(segment.byteCount == bytes / 16 * 16 + 16, "\(name) \(index)")
                #expect(segment.duration == nil && segment.startsWithKeyFrame == nil)
            }
            // A clear initialization section still has the codecs.
            let tells = sample != "ts" && !encryptsInit && !isIFrames
            #expect(measurement.codecs == (tells ? clear[name]?.codecs : []), "\(name)")
        }
    }

    private func measure(_ playlist: String, jobs: Int = 2) throws -> [String: MediaMeasurement] {
        let tree = try PlaylistTreeReader(path: playlist, root: nil).read()
        let found = try PresentationMeasurer().measure(tree, jobs: jobs)
        return Dictionary(uniqueKeysWithValues: found.map { ($0.key.description, $0.value) })
    }
}
