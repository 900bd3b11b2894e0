import TestRandomness

/// Random initialization sections of many forms.
struct RandomSection {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func builder() -> SectionBuilder {
        var builder = SectionBuilder()
        builder.tracks = (1...UInt32.random(in: 1...4, using: &generator)).map { track($0) }
        builder.hasLargeMovie = Bool.random(using: &generator)
        builder.beforeMovie += strays()
        builder.inMovie = strays()
        builder.behindExtends = strays()
        builder.behindMovie = strays()
        return builder
    }

    private mutating func track(_ id: UInt32) -> SectionBuilder.Track {
        var track = SectionBuilder.Track(trackID: id)
        track.headerVersion = UInt8.random(in: 0...1, using: &generator)
        track.beforeMedia = Bool.random(using: &generator) ? mp4("edts", full("elst", 0, be32(0))) : []
        track.beforeMedia += strays()
        let count = Int.random(in: 1...3, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: track.entries = (0..<count).map { _ in video() }
        case 1:
            track.handler = "soun"
            track.entries = (0..<count).map { _ in audio() }
        default:
            track.handler = one(of: ["text", "subt", "meta", "clcp"])
            track.entries = [mp4("wvtt", generator.bytes(13)), large("metx", generator.bytes(3))]
        }
        return track
    }

    private mutating func video() -> [UInt8] {
        let forms: [(String, [UInt8])] = [
            ("avc1", VideoEntry.avcC), ("dva1", VideoEntry.avcC), ("hvc1", VideoEntry.hvcC),
            ("dvh1", VideoEntry.hvcC + mp4("dvcC", zeros(24))),
            ("av01", mp4("av1C", [0x81, 0, 0, 0, 10, 0])),
            ("dav1", mp4("av1C", [0x81, 0, 0, 0])),
        ]
        let (format, configuration) = one(of: forms)
        // QuickTime ends the boxes of a sample entry with four zero bytes.
        let end = Bool.random(using: &generator) ? zeros(4) : []
        let entry = VideoEntry.video(format, strays() + configuration + strays() + end)
        return Bool.random(using: &generator) ? entry : large(format, Array(entry.dropFirst(8)))
    }

    private mutating func audio() -> [UInt8] {
        let format = one(of: ["mp4a", "ac-3", "ec-3", "Opus", "fLaC", "alac"])
        let version = Int.random(in: 0...2, using: &generator)
        var entry = AudioEntry.audio(format, zeros([0, 16, 36][version]) + strays())
        entry[8 + 9] = UInt8(version)
        return entry
    }

    /// Returns boxes that the code under test does not interpret.
    private mutating func strays() -> [UInt8] {
        let body = generator.bytes(Int.random(in: 0...20, using: &generator))
        return (0..<Int.random(in: 0...2, using: &generator)).flatMap { _ in
            switch Int.random(in: 0..<7, using: &generator) {
            case 0: mp4("free", body)
            case 1: large("skip", body)
            case 2: mp4("uuid", generator.bytes(16) + body)
            case 3: large("uuid", generator.bytes(16) + body)
            // The contents of these boxes are not parsed, so they may be anything.
            case 4: mp4("udta", body)
            case 5: mp4("meta", body)
            default: mp4("iods", body)
            }
        }
    }

    private mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &generator)]
    }
}
