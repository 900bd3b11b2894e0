import Bitstreams
import ISOBaseMedia
import Mezzanines
import Testing

/// Parameter sets that change within a track, as all AVCHD camcorders write them.
struct ChangingParameterSetsTests {
    private static let sequenceSet = StreamBuilder.sequenceSet
    private static let first = StreamBuilder.pictureSet
    /// A picture parameter set with another pic_init_qp_minus26.
    private static let second: [UInt8] = [0x68, 0xEB, 0xE3, 0xDB, 0x22, 0xC0]

    /// The NAL units of each picture.
    ///
    /// Key frames have both sets, except the last but one, which lacks the active picture set.
    private static let pictures: [[[UInt8]]] = [
        [sequenceSet, first, StreamBuilder.slice(0, isKey: true)],
        [second, StreamBuilder.slice(1, isKey: false)],
        [sequenceSet, second, StreamBuilder.slice(2, isKey: true)],
        [StreamBuilder.slice(3, isKey: false)],
        [sequenceSet, StreamBuilder.slice(4, isKey: true)],
        [sequenceSet, first, StreamBuilder.slice(5, isKey: true)],
    ]
    /// The last but one is no sync sample: a decoder that begins there would use the set of the sample entry.
    private static let sync = [true, false, true, false, false, true]

    /// Returns NAL units after start codes.
    private static func stream(_ units: [[UInt8]]) -> [UInt8] {
        units.flatMap { unit -> [UInt8] in [0, 0, 0, 1] + unit }
    }

    private static func sample(_ units: [[UInt8]]) -> [UInt8] {
        units.flatMap { [UInt8](bigEndian: UInt32($0.count)) + $0 }
    }

    private static func entry(_ type: FourCharacterCode, _ pictureSet: [UInt8] = first) -> BoxNode {
        let sets =
            [0xE1, 0, UInt8(sequenceSet.count)] + sequenceSet + [1, 0, UInt8(pictureSet.count)] + pictureSet
        return Entries.video(type, [BoxNode("avcC", fields: [1, 0x64, 0, 0x0D, 0xFF] + sets)])
    }

    private static func movie(_ type: FourCharacterCode, _ pictures: [[[UInt8]]], _ entry: BoxNode? = nil)
        -> MovieBuilder
    {
        var track = MadeTrack(entries: [entry ?? self.entry(type)])
        track.samples = pictures.map { units in
            MadeTrack.Sample(bytes: sample(units), isSync: units.contains { $0[0] == 0x65 })
        }
        return MovieBuilder(tracks: [track])
    }

    private func check(_ mezzanine: Mezzanine, noteCount: Int) throws {
        let track = try #require(mezzanine.tracks.first)
        #expect(track.format.sampleEntry.type == "avc3" && track.format.hasChangingParameterSets)
        #expect(track.samples.map(\.isSync) == Self.sync)
        let units = try NALUnitArrays(avc: try #require(track.format.sampleEntry.first("avcC")).box)
        #expect(units.parameterSets.map { Array($0) } == [Self.sequenceSet, Self.first])
        let reader = try track.bytes.makeReader()
        for (number, picture) in Self.pictures.enumerated() {
            let storedSample = track.samples[number]
            #expect(try reader.bytes(Int(storedSample.size), at: storedSample.offset) == Self.sample(picture))
        }
        #expect(mezzanine.notes.filter { $0.contains("parameter sets") }.count == noteCount)
    }

    @Test
    func ofATransportStreamStayInSamples() throws {
        var builder = StreamBuilder()
        builder.addTables(hasSound: false)
        for (number, units) in Self.pictures.enumerated() {
            let data = Self.stream([[0x09, 0xF0]] + units)
            let time = 9000 + UInt64(number) * 3600
            builder.addPacket(StreamBuilder.videoPID, data, presentation: time, hasLength: false)
        }
        try check(
            try TransportStreamInput.read(path: "in.ts", InMemoryByteSource(builder.bytes)),
            noteCount: 1
        )
    }

    /// Changing sets are invalid in `avc1`, which gives one note; `avc3` has a second note about sets.
    @Test(arguments: [("avc1", 1), ("avc3", 2)])
    func ofAMovieAreNoticed(type: String, noteCount: Int) throws {
        try check(try Self.movie(code(type), Self.pictures).read(), noteCount: noteCount)
    }

    /// Copies of the sample entry's sets in samples are no change.
    @Test
    func copiesInSamplesAreNoChange() throws {
        let pictures = [Self.pictures[0], Self.pictures[3], Self.pictures[5]]
        let mezzanine = try Self.movie("avc1", pictures).read()
        #expect(mezzanine.tracks[0].format.sampleEntry == Self.entry("avc1") && mezzanine.notes.isEmpty)
    }

    /// If the first sample has other sets and no later one changes them, these become the sets of the track.
    ///
    /// Key frames of `avc3` without sets use these, too.
    @Test(arguments: ["avc1", "avc3"])
    func setsOfTheFirstSampleTakeThePlaceOfThoseOfTheEntry(type: String) throws {
        let pictures = [
            [Self.sequenceSet, Self.second, Self.pictures[0][2]], Self.pictures[3], [Self.pictures[2][2]],
        ]
        let mezzanine = try Self.movie(code(type), pictures).read()
        let track = mezzanine.tracks[0]
        #expect(track.format.sampleEntry == Self.entry(code(type), Self.second))
        #expect(!track.format.hasChangingParameterSets && mezzanine.notes.count == 1)
        #expect(track.samples.map(\.isSync) == [true, false, true])
    }

    /// A change is noticed anywhere: before a picture that is no key frame, and between two fields.
    ///
    /// The next key frame has no sets, so decoding cannot begin there.
    @Test(arguments: [false, true])
    func aSetOfOnePictureIsNoticed(isBetweenFields: Bool) throws {
        let slice = StreamBuilder.slice(1, isKey: false)
        var pictures = [
            [StreamBuilder.slice(0, isKey: true)], [Self.second, slice],
            [StreamBuilder.slice(2, isKey: true)],
        ]
        if isBetweenFields { pictures[1].insert(slice, at: 0) }
        let mezzanine = try Self.movie("avc1", pictures).read()
        let track = try #require(mezzanine.tracks.first)
        #expect(track.format.sampleEntry == Self.entry("avc3") && track.format.hasChangingParameterSets)
        #expect(track.samples.map(\.isSync) == [true, false, false])
        #expect(mezzanine.notes.count == 1, "\(mezzanine.notes)")
    }

    /// A set before the second field of the first picture counts as a change.
    @Test
    func aSetBetweenTheFirstFieldsIsNoticed() throws {
        let pictures = [
            [StreamBuilder.slice(0, isKey: true), Self.second, StreamBuilder.slice(1, isKey: false)]
        ]
        let track = try #require(try Self.movie("avc1", pictures).read().tracks.first)
        #expect(track.format.sampleEntry == Self.entry("avc3") && track.format.hasChangingParameterSets)
    }

    /// Level 2.1 instead of 1.3: one rendition cannot change its level.
    @Test(arguments: [false, true])
    func otherPicturesAreRefused(isMovie: Bool) throws {
        var otherSet = Self.sequenceSet
        otherSet[3] = 21
        let pictures = [Self.pictures[0], [otherSet, Self.first, Self.pictures[2][2]]]
        var builder = StreamBuilder()
        builder.addTables(hasSound: false)
        for (number, units) in pictures.enumerated() {
            let data = Self.stream(units)
            let time = 9000 + UInt64(number) * 3600
            builder.addPacket(StreamBuilder.videoPID, data, presentation: time, hasLength: false)
        }
        do throws(MezzanineError) {
            _ =
                isMovie
                ? try Self.movie("avc1", pictures).read()
                : try TransportStreamInput.read(path: "in.ts", InMemoryByteSource(builder.bytes))
            Issue.record("not refused")
        } catch {
            guard case .unsupported(_, let what, let remedy) = error else { throw error }
            #expect(what.contains("sequence parameter set 0 that changes to another size, profile or level"))
            #expect(remedy.contains("Cut the file there"))
        }
    }

    /// `avcC` counts sets in 5 and 8 bits (ISO/IEC 14496-15, 5.3.3.1), so one of 32 or 256 sets has no room.
    ///
    /// Decoding can then begin only at samples with the sets that the sample entry lacks.
    @Test(arguments: [(31, 1), (32, 1), (1, 255), (1, 256)], [false, true])
    func whatASampleEntryHasNoPlaceForStaysInSamples(counts: (Int, Int), isMovie: Bool) throws {
        let sequences = (0..<counts.0).map { Self.numbered(Self.sequenceSet, $0, behind: 4) }
        let sets = sequences + (0..<counts.1).map { Self.numbered(Self.first, $0, behind: 1) }
        let pictures: [[[UInt8]]] = [
            sets + [StreamBuilder.slice(0, isKey: true)], [StreamBuilder.slice(1, isKey: false)],
            sets + [StreamBuilder.slice(2, isKey: true)], [StreamBuilder.slice(3, isKey: true)],
        ]
        var builder = StreamBuilder()
        builder.addTables(hasSound: false)
        for (number, units) in pictures.enumerated() {
            let time = 9000 + UInt64(number) * 3600
            builder.addPacket(
                StreamBuilder.videoPID,
                Self.stream(units),
                presentation: time,
                hasLength: false
            )
        }
        let mezzanine =
            try isMovie
            ? Self.movie("avc1", pictures).read()
            : TransportStreamInput.read(path: "in.ts", InMemoryByteSource(builder.bytes))
        let track = try #require(mezzanine.tracks.first)
        let entry = track.format.sampleEntry
        let units = try NALUnitArrays(avc: try #require(entry.first("avcC")).box)
        let isOver = counts.0 > 31 || counts.1 > 255
        #expect(entry.type == (isOver ? "avc3" : "avc1") && track.format.hasChangingParameterSets == isOver)
        #expect(track.samples.map(\.isSync) == [true, false, true, !isOver])
        guard !isOver || !isMovie else { return }
        let held = Array(sequences.prefix(31)) + Array(sets.dropFirst(counts.0).prefix(255))
        #expect(units.parameterSets.map { Array($0) } == held)
    }

    /// A set that the sample entry lacks is also compared with later ones of the same identifier.
    @Test
    func otherPicturesUnderAnotherNumberAreRefused() throws {
        let added = Self.numbered(Self.sequenceSet, 1, behind: 4)
        var otherSet = added
        otherSet[3] = 21
        let pictures = [
            Self.pictures[0], [added, Self.first, Self.pictures[2][2]],
            [otherSet, Self.first, Self.pictures[2][2]],
        ]
        let error = #expect(throws: MezzanineError.self) { try Self.movie("avc1", pictures).read() }
        guard case .unsupported(_, let what, _) = error else { throw try #require(error) }
        #expect(
            what.contains("sequence parameter set 1 that changes to another size, profile or level"),
            "\(what)"
        )
    }

    /// Another picture size is refused even under a new identifier.
    @Test
    func anotherSizeUnderAnotherNumberIsRefused() throws {
        let otherSet = Self.numbered(Self.baselineSet, 1, behind: 4)
        let pictures = [Self.pictures[0], [otherSet, Self.first, Self.pictures[2][2]]]
        let error = #expect(throws: MezzanineError.self) { try Self.movie("avc1", pictures).read() }
        guard case .unsupported(_, let what, _) = error else { throw try #require(error) }
        #expect(
            what.contains("sequence parameter set 1 of a different picture size than the ones before it"),
            "\(what)"
        )
    }

    /// A sequence parameter set of Baseline profile, 640 by 368 (ISO/IEC 14496-10, 7.3.2.1.1).
    private static let baselineSet: [UInt8] = [0x67, 0x42, 0x00, 0x1E, 0xDA, 0x02, 0x80, 0xBE, 0x40]

    /// Returns the set with another identifier, written in ue(v) after the first `count` bytes.
    private static func numbered(_ set: [UInt8], _ number: Int, behind count: Int) -> [UInt8] {
        let value = String(number + 1, radix: 2)
        var bits = String(repeating: "0", count: value.count - 1) + value
        bits += set.dropFirst(count).map { String(Int($0) + 0x100, radix: 2).dropFirst() }.joined()
            .dropFirst()
        while bits.last == "0" { bits.removeLast() }
        while bits.count % 8 != 0 { bits += "0" }
        return set.prefix(count)
            + stride(from: 0, to: bits.count, by: 8).map {
                UInt8(bits.dropFirst($0).prefix(8), radix: 2) ?? 0
            }
    }
}
