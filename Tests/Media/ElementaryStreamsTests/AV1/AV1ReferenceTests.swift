import Bitstreams
import ElementaryStreams
import Testing

/// Frame header fields that depend on earlier frames (AV1, 5.9.2, 7.8, 7.20 and 7.21).
struct AV1ReferenceTests {
    typealias Frames = AV1TestFrames

    private static func hints() -> AV1TestSequence {
        var sequence = AV1TestSequence()
        sequence.orderHintLength = 3
        return sequence
    }

    /// Returns a key frame that is not shown yet; showable_frame allows it to be shown later.
    private static func hiddenKey(hint: String, refresh: String, showable: String = "1") -> String {
        "0 00 0 \(showable) 0  0 0 \(hint) \(refresh) 0  0 \(Frames.oneTile) \(Frames.middle)  1"
    }

    @Test func showsAFrame() throws {
        var run = try AV1HeaderParsing(Self.hints())
        try run.parse(Frames.key(hint: "000"))
        try run.parse(Frames.inter(hint: "010"))
        #expect(throws: ParseError.self) { try run.parse("1 001") }
        try run.parse("1 000")
        #expect(!run.frames.isInsideFrame)
    }

    /// A key frame that is shown later fills all slots then.
    ///
    /// All slots have order hint 4 after that, so later frames have references of one order hint only, and
    /// skip mode is not allowed.
    @Test func aShownKeyFrameFillsAllSlots() throws {
        var run = try AV1HeaderParsing(Self.hints())
        try run.parse(Frames.key(hint: "000"))
        try run.parse(Self.hiddenKey(hint: "100", refresh: "00000010"))
        let references = "000 001 000 000 000 000 000"
        // In output order slot 0 is before the frame, slot 1 after it.
        try run.parse(Frames.inter(hint: "010", refresh: "00000000", references: references, compound: "1 1"))
        try run.parse("1 001")
        try run.parse(Frames.inter(hint: "101", refresh: "00000000", references: references, compound: "1"))
    }

    @Test(arguments: ["0", "1"])
    func showsOnlyShowableFrames(showable: String) throws {
        var run = try AV1HeaderParsing(AV1TestSequence())
        try run.parse(Frames.key())
        try run.parse(Self.hiddenKey(hint: "", refresh: "00000100", showable: showable))
        if showable == "1" {
            try run.parse("1 010")
        } else {
            let error = #expect(throws: ParseError.self) { try run.parse("1 010") }
            #expect(error?.found.contains("not showable") == true)
        }
    }

    /// Slots 0, 1 and 2 have order hints 0, 1 and 4, the others 0; the frame has 2.
    ///
    /// last_frame_idx is 1, gold_frame_idx 0. ALTREF, the last reference, gets slot 2, the only one after the
    /// frame in output order; its size is 32 x 16. The other slots have 128 x 128, so that their tile_info
    /// has more bits.
    @Test func choosesReferencesByOrderHints() throws {
        var sequence = Self.hints()
        (sequence.width, sequence.height) = (128, 128)
        let size = field(127, 13) + field(127, 13)
        let oneByOne = "1 0 0"
        var run = try AV1HeaderParsing(sequence)
        try run.parse(Frames.key(hint: "000", tiles: oneByOne))
        try run.parse(frame(hint: "001", refresh: "00000010", override: "0", size: "0", tiles: oneByOne))
        try run.parse(
            frame(
                hint: "100",
                refresh: "00000100",
                override: "1",
                size: "0000000 \(field(31, 13))\(field(15, 13)) 0"
            )
        )
        // A frame of the size of slot 2 has one superblock, and no more bits in tile_info.
        try run.parse(shortFrame(size: "0000001"))
        try run.parse(shortFrame(size: "0000000 \(size) 0", tiles: oneByOne))
        try run.parse(shortFrame(size: "000001", tiles: oneByOne))
    }

    private func frame(
        hint: String,
        refresh: String,
        override: String,
        size: String,
        tiles: String = Frames.oneTile
    ) -> String {
        let references = "0 000 000 000 000 000 000 000"
        return
            "0 01 1 0  0 \(override) \(hint) 111 \(refresh) \(references) \(size)  1 1 0  0 \(tiles) \(Frames.middle)"
            + " 0 1 \(Frames.noMotion)"
    }

    private func shortFrame(size: String, tiles: String = Frames.oneTile) -> String {
        "0 01 1 0  0 1 010 111 00000000 1 001 000 \(size)  1 1 0  0 \(tiles) \(Frames.middle) 0 1 \(Frames.noMotion)"
    }

    @Test func lastAndGoldenAreShownBefore() throws {
        var run = try AV1HeaderParsing(Self.hints())
        try run.parse(Frames.key(hint: "011"))
        let error = #expect(throws: ParseError.self) { try run.parse(shortFrame(size: "1")) }
        #expect(error?.found.contains("last_frame_idx") == true)
    }

    /// Frames that depend on frames missing from the stream.
    @Test(arguments: [
        Frames.inter(), "1 000", "0 01 1 0  0 0 000 00000001 000 000 000 000 000 000 000 0",
    ])
    func isMissing(_ frame: String) throws {
        var run = try AV1HeaderParsing(AV1TestSequence())
        let error = #expect(throws: ParseError.self) { try run.parse(frame) }
        guard case .missing(let offset, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(offset >= 1000 && offset < 1004)
    }

    /// An intra-only frame fills some slots; only frames that refer to those can be parsed.
    @Test func knowsTheSlotsOfAnIntraOnlyFrame() throws {
        var run = try AV1HeaderParsing(AV1TestSequence())
        try run.parse("0 10 1 0  0 0 00000010 0  0 \(Frames.oneTile) \(Frames.middle)  1")
        #expect(throws: ParseError.self) { try run.parse(Frames.inter()) }
        try run.parse(Frames.inter(references: "001 001 001 001 001 001 001"))
        try run.parse(Frames.inter())
    }

    @Test func anotherSequenceForgetsFrames() throws {
        var run = try AV1HeaderParsing(AV1TestSequence())
        try run.parse(Frames.key())
        var frames = run.frames
        let header = try AV1OBUHeader([3 << 3], at: 0)
        let inter = payload(Frames.inter())
        try frames.processSequenceHeader(AV1SequenceHeader(AV1TestSequence().bytes[...], at: 0), at: 0)
        #expect(try frames.processFrameHeader(inter[...], at: 0, obuHeader: header) == inter.count)
        var otherSequence = AV1TestSequence()
        otherSequence.width = 63
        frames = run.frames
        try frames.processSequenceHeader(AV1SequenceHeader(otherSequence.bytes[...], at: 0), at: 0)
        #expect(throws: ParseError.self) {
            try frames.processFrameHeader(inter[...], at: 0, obuHeader: header)
        }
    }

    /// A switch frame with other order hints than its slots: nothing that depends on them is guessed.
    @Test func doesNotGuessOrderHints() throws {
        var run = try AV1HeaderParsing(Self.hints())
        try run.parse(Frames.key(hint: "000"))
        let hints = "000 001 000 000 000 000 000 000"
        let copy = run
        #expect(throws: ParseError.self) {
            try run.parse(Frames.switch(hint: "010", referenceHints: hints, compound: "1 1"))
        }
        run = copy
        try run.parse(Frames.switch(hint: "010", referenceHints: hints, compound: "0"))
    }

    /// A reference whose frame id is not the expected one, or too old, is refused.
    @Test func checksFrameIDs() throws {
        var sequence = AV1TestSequence()
        sequence.frameIDs = "1 0001 000"
        var run = try AV1HeaderParsing(sequence)
        try run.parse(Frames.key(id: "0000"))
        for (id, delta, isRight) in [("0001", "000", true), ("0001", "001", false), ("1001", "111", false)] {
            let references = String(repeating: "000 \(delta)", count: 7)
            let frame =
                "0 01 1 0  0 \(id) 0 111 00000000 \(references) 0  1 1 0  0 \(Frames.oneTile) \(Frames.middle) 0 1"
                + Frames.noMotion
            if isRight {
                try run.parse(frame)
            } else {
                #expect(throws: ParseError.self) { try run.parse(frame) }
            }
        }
    }
}
