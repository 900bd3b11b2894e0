/// Initialization sections and fragments, written by hand from ISO/IEC 14496-12.
enum MovieBytes {
    static func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
        let body = parts.flatMap(\.self)
        return u32(UInt32(body.count + 8)) + Array(type.utf8) + body
    }

    static func fullBox(_ type: String, flags: UInt32 = 0, _ parts: [UInt8]...) -> [UInt8] {
        box(type, u32(flags), parts.flatMap(\.self))
    }

    static func u32(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// Returns `moov` with one track of ID 1 and 1000 ticks per second.
    ///
    /// `trex` has 40 ticks per sample, and sync samples.
    static func movie(_ handler: String, _ entries: [UInt8]..., extendsDuration: UInt32 = 40) -> [UInt8] {
        let description = fullBox("stsd", u32(UInt32(entries.count)), entries.flatMap(\.self))
        let media = box(
            "mdia",
            fullBox("mdhd", zeros(8), u32(1000), zeros(8)),
            fullBox("hdlr", zeros(4), Array(handler.utf8), zeros(13)),
            box("minf", box("stbl", description))
        )
        return box(
            "moov",
            fullBox("mvhd", zeros(96)),
            box("trak", fullBox("tkhd", zeros(8), u32(1), zeros(68)), media),
            box("mvex", fullBox("trex", u32(1), u32(1), u32(extendsDuration), u32(0), u32(0)))
        )
    }

    /// Returns `moof` with `samples` samples of track 1 without sizes, and an empty `mdat`.
    static func fragment(time: UInt32, samples: UInt32, track: UInt32 = 1, hasTime: Bool = true) -> [UInt8] {
        box(
            "moof",
            fullBox("mfhd", u32(1)),
            box(
                "traf",
                fullBox("tfhd", flags: 0x02_0000, u32(track)),
                hasTime ? fullBox("tfdt", u32(time)) : [],
                fullBox("trun", u32(samples))
            )
        ) + box("mdat")
    }

    static func visual(_ format: String, _ boxes: [UInt8]...) -> [UInt8] {
        box(format, zeros(24), [0x05, 0x00, 0x02, 0xD0], zeros(50), boxes.flatMap(\.self))
    }

    static func audio(_ format: String, _ boxes: [UInt8]...) -> [UInt8] {
        box(format, zeros(28), boxes.flatMap(\.self))
    }

    static func esds(_ objectType: UInt8, _ specific: [UInt8]) -> [UInt8] {
        let info = specific.isEmpty ? [] : [5, UInt8(specific.count)] + specific
        let configuration = [4, UInt8(13 + info.count), objectType] + zeros(12) + info
        return fullBox("esds", [3, UInt8(3 + configuration.count), 0, 1, 0] + configuration)
    }

    static let avcC = box("avcC", [1, 0x64, 0x00, 0x1F, 0xFF, 0xE0])
    /// Main 10, main tier, level 4.1.
    static let hvcC = box("hvcC", [1, 2] + u32(0x2000_0000) + [0xB0, 0, 0, 0, 0, 0, 123] + zeros(10))

    static func protection(_ format: String) -> [UInt8] {
        box("sinf", box("frma", Array(format.utf8)), fullBox("schm", Array("cbcs".utf8), zeros(4)))
    }
}
