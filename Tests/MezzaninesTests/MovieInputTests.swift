import Bitstreams
import Foundation
import Mezzanines
import Testing

struct MovieInputTests {
    private static let mezzanines =
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "SampleMedia/mezzanines")

    @Test
    func readsAProgressiveMovie() throws {
        let bytes = [UInt8](try Data(contentsOf: Self.mezzanines.appending(path: "h264-aac.mp4")))
        let mezzanine = try Mezzanine.read(path: "in.mp4", HeldByteSource(bytes))
        #expect(mezzanine.kind == .movie)
        #expect(mezzanine.tracks.map(\.format.codec) == [.avc, .aac])
        #expect(mezzanine.tracks.map(\.timescale) == [12800, 48000])
    }
}
