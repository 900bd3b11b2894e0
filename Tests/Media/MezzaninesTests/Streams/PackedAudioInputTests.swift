import Bitstreams
import ISOBaseMedia
import Mezzanines
import Testing
import TransportStreams

struct PackedAudioInputTests {
    /// Returns an ID3 tag with the time stamp of RFC 8216, 3.4.
    private static func tag(_ time: UInt64) -> [UInt8] {
        let body = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0] + [UInt8](bigEndian: time)
        let frame = Array("PRIV".utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
        return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    }

    private static func frames(_ numbers: Range<Int>) -> [UInt8] {
        numbers.flatMap { StreamBuilder.frame($0) }
    }

    @Test
    func framesBehindTagsAreSamples() throws {
        let bytes = Self.tag(12_345) + Self.frames(0..<200) + Self.tag(7) + Self.frames(200..<300)
        let mezzanine = try PackedAudioInput.read(path: "in.aac", InMemoryByteSource(bytes))
        #expect(mezzanine.timelineStart == 12_345)
        let track = mezzanine.tracks[0]
        #expect(track.samples.count == 300 && track.timescale == 48_000)
        // 12345 ticks at 90 kHz are 6584 at 48 kHz.
        #expect(track.presentationShift == 6584)
        let reader = try track.bytes.makeReader()
        for number in 0..<300 {
            let sample = track.samples[number]
            #expect(sample.decodeTime == UInt64(number * 1024) && sample.duration == 1024)
            let expected = Array(StreamBuilder.frame(number).dropFirst(7))
            #expect(try reader.bytes(Int(sample.size), at: sample.offset) == expected)
        }
    }

    /// AC-3 of 32 kbit/s at 48 kHz whose bsid means half or a quarter of that rate, in any frame of a stream.
    @Test(arguments: [(UInt8(9), "half"), (10, "a quarter")], [0, 5])
    func reducedRatesOfAC3AreRefused(_ reduced: (bitstreamID: UInt8, name: String), at number: Int) throws {
        let frames = (0..<20).map { index -> [UInt8] in
            let id = index < number ? 8 : reduced.bitstreamID
            return [0x0B, 0x77, 0, 0, 0, id << 3 | 3, 0xE1, 0x06] + [UInt8](repeating: 9, count: 120)
        }
        var stream = StreamBuilder()
        stream.addTables([.init(type: .init(rawValue: 0x81), pid: PacketIdentifier(StreamBuilder.audioPID))])
        for (index, frame) in frames.enumerated() {
            stream.addPacket(StreamBuilder.audioPID, frame, presentation: 9000 + UInt64(index) * 2880)
        }
        for bytes in [frames.flatMap(\.self), stream.bytes] {
            let error = #expect(throws: MezzanineError.self) {
                try Mezzanine.read(path: "in", InMemoryByteSource(bytes))
            }
            guard case .unsupported(_, let what, let remedy)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(what.contains("AC-3 of \(reduced.name)") && remedy.contains("ffmpeg"), "\(what)")
        }
    }

    @Test
    func startsAtZeroWithoutATag() throws {
        let mezzanine = try PackedAudioInput.read(path: "in.aac", InMemoryByteSource(Self.frames(0..<20)))
        #expect(mezzanine.timelineStart == nil && mezzanine.tracks[0].presentationShift == 0)
    }

    @Test
    func aFrameThatIsCutShortIsLeftOut() throws {
        let bytes = Array(Self.frames(0..<20).dropLast(3))
        let mezzanine = try PackedAudioInput.read(path: "in.aac", InMemoryByteSource(bytes))
        #expect(mezzanine.tracks[0].samples.count == 19 && mezzanine.notes.count == 1)
    }

    @Test
    func bytesBetweenFramesAreMalformed() throws {
        let bytes = Self.frames(0..<20) + [0x12, 0x34] + Self.frames(20..<30)
        do throws(MezzanineError) {
            _ = try PackedAudioInput.read(path: "in.aac", InMemoryByteSource(bytes))
            Issue.record("not refused")
        } catch {
            guard case .malformed(_, let error) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(error.offset == UInt64(Self.frames(0..<20).count))
        }
    }

    @Test
    func mp3IsRefused() throws {
        // MPEG-1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes per frame.
        let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413)
        do throws(MezzanineError) {
            _ = try PackedAudioInput.read(path: "in.mp3", InMemoryByteSource(frame + frame + frame))
            Issue.record("not refused")
        } catch {
            guard case .unsupported = error else {
                Issue.record("\(error)")
                return
            }
        }
    }
}
