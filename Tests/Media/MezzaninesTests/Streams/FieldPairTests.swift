import Bitstreams
import ISOBaseMedia
import Mezzanines
import Testing

/// Field pictures: a pair of fields is one frame, and one sample.
struct FieldPairTests {
    /// Returns a NAL unit of a header byte and bits as text, with optional spaces, padded with zeros.
    private static func unit(_ header: UInt8, _ bits: String) -> [UInt8] {
        var bytes: [UInt8] = [header]
        let digits = bits.filter { $0 != " " }.map { UInt8($0 == "1" ? 1 : 0) }
        for start in stride(from: 0, to: digits.count, by: 8) {
            let byte = (0..<8).reduce(UInt8(0)) {
                $0 << 1 | (start + $1 < digits.count ? digits[start + $1] : 0)
            }
            bytes.append(byte)
        }
        return bytes
    }

    /// A sequence parameter set of Main profile, level 3, with field pictures of 20 by 2 * 8 macroblocks.
    ///
    /// frame_num of 4 bits, pic_order_cnt_type 2, frame_mbs_only_flag 0.
    private static let sequenceSet = unit(
        0x67,
        "01001101 00000000 00011110 1 1 011 010 0 000010100 0001000 0 0 1 0 0 1"
    )
    /// CAVLC, one slice group, no weights, no deblocking control.
    private static let pictureSet = unit(0x68, "1 1 0 0 1 1 1 0 00 1 1 1 0 0 0 1")

    private static func slice(_ frame: Int, isKey: Bool, isBottom: Bool, isReference: Bool = true) -> [UInt8]
    {
        let number = String(repeating: "0", count: 4) + String(frame % 16, radix: 2)
        // first_mb_in_slice 0, slice_type 7, pic_parameter_set_id 0, frame_num, field_pic_flag,
        // bottom_field_flag
        return unit(
            isKey ? 0x65 : isReference ? 0x41 : 0x01,
            "1 0001000 1 \(number.suffix(4)) 1 \(isBottom ? 1 : 0)"
        ) + [
            0x55, 0x77,
        ]
    }

    /// A reference and a non-reference field are no pair.
    ///
    /// Without a time stamp the second is half a frame after the first.
    @Test
    func aFieldWithoutATimeStampIsHalfAFrameLater() throws {
        var builder = StreamBuilder()
        builder.addTables(hasSound: false)
        for frame in 0..<4 {
            let sets = frame == 0 ? [0, 0, 1] + Self.sequenceSet + [0, 0, 1] + Self.pictureSet : []
            let top =
                [0, 0, 0, 1, 9, 0xF0] + sets + [0, 0, 1]
                + Self.slice(frame, isKey: frame == 0, isBottom: false)
            let bottom =
                [0, 0, 0, 1, 9, 0xF0, 0, 0, 1]
                + Self.slice(frame + 1, isKey: false, isBottom: true, isReference: false)
            let time = 9000 + UInt64(frame) * 3600
            builder.addPacket(StreamBuilder.videoPID, top + bottom, presentation: time, hasLength: false)
        }
        let mezzanine = try TransportStreamInput.read(path: "in.ts", InMemoryByteSource(builder.bytes))
        let track = mezzanine.tracks[0]
        #expect(track.samples.map(\.decodeTime) == (0..<8).map { UInt64($0) * 1800 })
        #expect(track.samples.map { track.presentationTime(of: $0) } == (0..<8).map { 9000 + $0 * 1800 })
        #expect(track.samples.map(\.duration).allSatisfy { $0 == 1800 })
        #expect(mezzanine.notes.count == 1 && mezzanine.notes[0].hasPrefix("PID 0x0100 has 4 fields "))
        let reader = try track.bytes.makeReader()
        for (number, sample) in track.samples.map(\.self).enumerated() {
            let isBottom = number % 2 == 1
            let slice = Self.slice(
                number / 2 + (isBottom ? 1 : 0),
                isKey: number == 0,
                isBottom: isBottom,
                isReference: !isBottom
            )
            let expected = [UInt8](bigEndian: UInt32(slice.count)) + slice
            #expect(try reader.bytes(Int(sample.size), at: sample.offset) == expected)
        }
    }

    @Test(arguments: [false, true])
    func twoFieldsAreOneSample(_ areInPacketsOfTheirOwn: Bool) throws {
        var builder = StreamBuilder()
        builder.addTables(hasSound: false)
        for frame in 0..<6 {
            let isKey = frame % 3 == 0
            let time = UInt64(frame) * 3600
            let delimiter: [UInt8] = [0, 0, 0, 1, 9, 0xF0]
            let sets = isKey ? [0, 0, 1] + Self.sequenceSet + [0, 0, 1] + Self.pictureSet : []
            let top = delimiter + sets + [0, 0, 1] + Self.slice(frame, isKey: isKey, isBottom: false)
            let bottom = delimiter + [0, 0, 1] + Self.slice(frame, isKey: false, isBottom: true)
            let pid = StreamBuilder.videoPID
            if areInPacketsOfTheirOwn {
                builder.addPacket(pid, top, presentation: time, hasLength: false)
                builder.addPacket(pid, bottom, presentation: time + 1800, hasLength: false)
            } else {
                builder.addPacket(pid, top + bottom, presentation: time, hasLength: false)
            }
        }
        let mezzanine = try TransportStreamInput.read(path: "in.ts", InMemoryByteSource(builder.bytes))
        let track = mezzanine.tracks[0]
        #expect(track.format.codedSize == TrackFormat.Picture(width: 320, height: 256))
        try #require(track.samples.count == 6)
        let reader = try track.bytes.makeReader()
        for frame in 0..<6 {
            let sample = track.samples[frame]
            let fields = [false, true].map { isBottom in
                Self.slice(frame, isKey: frame % 3 == 0 && !isBottom, isBottom: isBottom)
            }
            let expected = fields.flatMap { [UInt8](bigEndian: UInt32($0.count)) + $0 }
            #expect(try reader.bytes(Int(sample.size), at: sample.offset) == expected)
            #expect(sample.decodeTime == UInt64(frame) * 3600 && sample.duration == 3600)
            #expect(sample.isSync == (frame % 3 == 0))
        }
    }

    /// In a recording that begins inside a GOP, fields before the first parameter sets are left out.
    @Test
    func fieldsInFrontOfTheFirstSetsAreLeftOut() throws {
        var builder = StreamBuilder()
        builder.addTables(hasSound: false)
        for frame in 0..<5 {
            let isKey = frame == 2
            let sets = isKey ? [0, 0, 1] + Self.sequenceSet + [0, 0, 1] + Self.pictureSet : []
            let delimiter: [UInt8] = [0, 0, 0, 1, 9, 0xF0]
            let top = delimiter + sets + [0, 0, 1] + Self.slice(frame, isKey: isKey, isBottom: false)
            let bottom = delimiter + [0, 0, 1] + Self.slice(frame, isKey: false, isBottom: true)
            let time = 9000 + UInt64(frame) * 3600
            builder.addPacket(StreamBuilder.videoPID, top + bottom, presentation: time, hasLength: false)
        }
        let mezzanine = try TransportStreamInput.read(path: "in.ts", InMemoryByteSource(builder.bytes))
        #expect(mezzanine.tracks[0].samples.map(\.duration) == [3600, 3600, 3600])
        #expect(mezzanine.timelineStart == 16_200)
        #expect(
            mezzanine.notes.count == 1
                && mezzanine.notes[0].contains("does not begin with a key frame: ")
        )
    }
}
