/// A builder for initialization sections, written box by box from ISO/IEC 14496-12.
struct SectionBuilder {
    /// A track and its sample entries, each a complete box.
    struct Track {
        var trackID: UInt32 = 1
        var handler = "vide"
        var entries: [[UInt8]] = [VideoEntry.avc]
        var sampleCount: UInt32 = 0
        var beforeMedia: [UInt8] = []
        var inTable: [UInt8] = []
        var hasExtends = true
        var headerVersion: UInt8 = 0

        var bytes: [UInt8] {
            let header = times + be32(trackID) + zeros(4) + length + zeros(60)
            return mp4("trak", full("tkhd", headerVersion, header) + beforeMedia + mp4("mdia", media))
        }

        private var times: [UInt8] { zeros(headerVersion == 0 ? 8 : 16) }
        private var length: [UInt8] { zeros(headerVersion == 0 ? 4 : 8) }

        private var media: [UInt8] {
            let reference = mp4("dinf", full("dref", 0, be32(1) + full("url ", 0, [])))
            return full("mdhd", headerVersion, times + be32(90_000) + length + zeros(4))
                + full("hdlr", 0, zeros(4) + Array(handler.utf8) + zeros(13))
                + mp4("minf", reference + mp4("stbl", table))
        }

        private var table: [UInt8] {
            full("stsd", 0, be32(UInt32(entries.count)) + entries.flatMap { $0 })
                + full("stts", 0, zeros(4)) + full("stsc", 0, zeros(4))
                + full("stsz", 0, be32(7) + be32(sampleCount)) + full("stco", 0, zeros(4))
                + inTable
        }
    }

    var tracks = [Track()]
    var beforeMovie = mp4("ftyp", Array("iso6".utf8) + be32(0) + Array("iso6cmfc".utf8))
    var behindMovie: [UInt8] = []
    var inMovie: [UInt8] = []
    var behindExtends: [UInt8] = []
    var hasExtends = true
    var hasLargeMovie = false

    var bytes: [UInt8] {
        let extends = tracks.filter(\.hasExtends).flatMap { track in
            full("trex", 0, be32(track.trackID) + be32(1) + be32(3000) + be32(0) + be32(0x0101_0000))
        }
        let body =
            full("mvhd", 0, zeros(8) + be32(1000) + zeros(84)) + inMovie + tracks.flatMap(\.bytes)
            + (hasExtends ? mp4("mvex", full("mehd", 0, be32(60)) + extends) : []) + behindExtends
        return beforeMovie + (hasLargeMovie ? large("moov", body) : mp4("moov", body)) + behindMovie
    }
}

/// Video sample entries.
enum VideoEntry {
    static let sequenceSet: [UInt8] = [0x67, 0x64, 0x00, 0x1E, 0xAC]
    static let pictureSet: [UInt8] = [0x68, 0xEE, 0x3C, 0x80]
    static let avcC = mp4(
        "avcC",
        [1, 0x64, 0, 0x1E, 0xFF, 0xE1, 0, 5] + sequenceSet + [1, 0, 4] + pictureSet + [0xFD, 0xF8, 0xF8, 0]
    )
    /// One video, sequence and picture parameter set each, and an SEI, which is no parameter set.
    static let hvcC = mp4(
        "hvcC",
        [1] + zeros(20) + [0x0F, 4]
            + [0xA0, 0, 1, 0, 3, 0x40, 1, 0xC] + [0xA1, 0, 1, 0, 3, 0x42, 1, 1]
            + [0xA2, 0, 1, 0, 3, 0x44, 1, 0xC1] + [0x27, 0, 1, 0, 3, 0x4E, 1, 5]
    )
    static let avc = video("avc1", avcC)

    static func video(_ format: String, _ boxes: [UInt8]) -> [UInt8] {
        mp4(format, zeros(6) + [0, 1] + zeros(16) + [1, 0x40, 0, 0xF0] + zeros(50) + boxes)
    }
}

/// Audio sample entries.
enum AudioEntry {
    static let aac = audio("mp4a", full("esds", 0, [3, 0]))

    static func audio(_ format: String, _ boxes: [UInt8]) -> [UInt8] {
        mp4(format, zeros(6) + [0, 1] + zeros(8) + [0, 2, 0, 16] + zeros(4) + [0xBB, 0x80, 0, 0] + boxes)
    }
}

/// Returns a box with a 32-bit size.
func mp4(_ type: String, _ body: [UInt8]) -> [UInt8] {
    be32(UInt32(body.count + 8)) + Array(type.utf8) + body
}

/// Returns a box with a 64-bit size.
func large(_ type: String, _ body: [UInt8]) -> [UInt8] {
    be32(1) + Array(type.utf8) + zeros(4) + be32(UInt32(body.count + 16)) + body
}

/// Returns a full box without flags.
func full(_ type: String, _ version: UInt8, _ body: [UInt8]) -> [UInt8] {
    mp4(type, [version, 0, 0, 0] + body)
}

/// Returns four bytes, big-endian.
func be32(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

/// Returns zero bytes.
func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
