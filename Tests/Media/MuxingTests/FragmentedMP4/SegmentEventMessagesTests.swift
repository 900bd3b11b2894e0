import Bitstreams
import ISOBaseMedia
import Mezzanines
import Testing

@testable import Muxing

/// Event messages in segments of fragmented MP4 (ISO/IEC 23009-1, 5.10.3.3).
///
/// The positions of their boxes, and the fields.
struct SegmentEventMessagesTests {
    private static let names = Array("urn:a".utf8) + [0] + Array("7".utf8) + [0]
    private static let message: [UInt8] = [9, 8, 7]
    /// Six pictures of 10 bytes, then an `emsg` of version 0; only its strings and message data are used.
    private static let data =
        (0..<60).map { UInt8($0) } + names + [UInt8](repeating: 0xEE, count: 16) + message

    private static func event(
        sample: Int,
        time: MediaTime,
        timescale: UInt32 = 1000,
        duration: UInt32? = 500,
        id: UInt32 = 1
    ) throws -> EventMessage {
        let numbers = [timescale, 0, duration ?? .max, id].flatMap { [UInt8](bigEndian: $0) }
        let body = [0, 0, 0, 0] + names + numbers + message
        return EventMessage(
            box: try EventMessageBox(body[...], 56..<56 + UInt64(body.count)),
            time: time,
            sampleNumber: sample
        )
    }

    private static func milliseconds(_ ticks: Int64) -> MediaTime { MediaTime(ticks: ticks, timescale: 1000) }

    /// Returns segments of three pictures, none and three; the input's timeline starts at 77 ticks.
    private static func segments(_ events: [EventMessage], timescale: UInt32 = 1000) -> TrackSegments {
        let source = SampleTracks.segments(
            SampleTracks.video,
            SampleTracks.samples([0, 0, 0, 0, 0, 0], syncEvery: 3),
            InMemoryByteSource(data),
            cuts: [
                TrackSegments.Segment(samples: 0..<3, start: 0, duration: 30),
                TrackSegments.Segment(samples: 3..<3, start: 30, duration: 5),
                TrackSegments.Segment(samples: 3..<6, start: 35, duration: 25),
            ],
            timescale: timescale
        )
        var track = source.track
        track.eventMessages = events
        return TrackSegments(
            timedTrack: TimedTrack(track: track, origin: source.timedTrack.origin),
            segments: source.segments
        )
    }

    private static func box(timescale: UInt32, time: UInt64, duration: UInt32, id: UInt32 = 1) -> [UInt8] {
        var bytes =
            [UInt8](bigEndian: UInt32(32 + names.count + message.count)) + Array("emsg".utf8) + [1, 0, 0, 0]
        bytes += [UInt8](bigEndian: timescale) + [UInt8](bigEndian: time) + [UInt8](bigEndian: duration)
        return bytes + [UInt8](bigEndian: id) + names + message
    }

    /// Returns the box types, with "emsg:id" for event messages.
    private static func types(_ bytes: [UInt8]) throws -> String {
        var boxes = BoxIterator(ByteReader(bytes[...]))
        var types: [String] = []
        while let box = try boxes.next() {
            types.append(box.type == "emsg" ? "emsg:\(box.body[box.body.startIndex + 23])" : "\(box.type)")
        }
        return types.joined(separator: " ")
    }

    private static func events() throws -> [EventMessage] {
        try [(0, 1), (1, 2), (3, 3), (5, 4), (6, 5)].map { sample, id in
            try event(
                sample: sample,
                time: milliseconds(Int64(sample) * 10 + (sample < 3 ? 77 : 82)),
                id: UInt32(id)
            )
        }
    }

    @Test
    func messagesStandInFrontOfTheFirstFragment() throws {
        let rendition = try FragmentedMP4Muxer(Self.segments(Self.events()), isSingleFile: false)
            .wholeRendition()
        #expect(
            try rendition.files.dropFirst().map { try Self.types(try $0.bytes.contents(by: 7)) } == [
                "styp emsg:1 emsg:2 moof mdat", "styp moof mdat", "styp emsg:3 emsg:4 emsg:5 moof mdat",
            ]
        )
        let first = try rendition.files[1].bytes.contents()
        let head = Int(FileBrands(SampleTracks.video).segmentType.size)
        let expected =
            Self.box(timescale: 1000, time: 0, duration: 500)
            + Self.box(timescale: 1000, time: 10, duration: 500, id: 2)
        #expect(Array(first[head..<head + expected.count]) == expected)
        // The range of an I-frame is its fragment up to the end of the picture, without the messages.
        let range = try #require(rendition.segments[0].iFrames.first?.range)
        #expect(range.lowerBound == UInt64(head + expected.count))
        #expect(try Self.types(Array(first[Int(range.lowerBound)...])) == "moof mdat")
        #expect(UInt64(first.count) == rendition.files[1].bytes.size)
    }

    /// Subsegments begin with the messages of their segments.
    @Test
    func messagesAreInSubsegments() throws {
        let rendition = try FragmentedMP4Muxer(Self.segments(Self.events()), isSingleFile: true)
            .wholeRendition()
        let file = try rendition.joined()
        #expect(
            try Self.types(file)
                == "ftyp moov sidx emsg:1 emsg:2 moof mdat moof mdat emsg:3 emsg:4 emsg:5 moof mdat"
        )
        var boxes = BoxIterator(ByteReader(file[...]))
        while let box = try boxes.next() {
            guard box.type == "sidx" else { continue }
            let sizes = try SegmentIndexBox(box).references.map { UInt64($0.size) }
            let ranges = rendition.segments.compactMap(\.location.range)
            #expect(sizes == ranges.map { $0.upperBound - $0.lowerBound })
            #expect(ranges.first?.lowerBound == box.bodyOffset + UInt64(box.body.count))
            #expect(ranges.last?.upperBound == UInt64(file.count))
        }
        for segment in rendition.segments {
            for frame in segment.iFrames {
                #expect(try Self.types(Array(file[Int(frame.range.lowerBound)...])).hasPrefix("moof"))
            }
        }
    }

    /// A message is carried no later than its event, and an early one stays where it was.
    ///
    /// Segments start with sample 0 at 0, none at 30, sample 3 at 35.
    @Test(
        arguments: [
            (6, 0, 0), (6, 29, 0), (6, 30, 1), (6, 34, 1), (6, 35, 2), (6, 1000, 2), (3, 5, 0), (0, 1000, 0),
            (2, 40, 0), (3, 32, 1), (0, -5, 0),
        ] as [(Int, Int64, Int)]
    )
    func messagesComeNoLaterThanTheirEvents(sample: Int, time: Int64, segment: Int) throws {
        let event = try Self.event(sample: sample, time: Self.milliseconds(time + 77))
        let messages = SegmentEventMessages(Self.segments([event])).messages
        #expect(messages.indices.filter { !messages[$0].isEmpty } == [segment])
    }

    /// The presentation starts at 77 ms; events that end by then are left out.
    @Test
    func eventsThatAreOverAreLeftOut() throws {
        let events = try [
            Self.event(sample: 0, time: Self.milliseconds(7), duration: 70),
            Self.event(sample: 0, time: Self.milliseconds(76), duration: 0),
            Self.event(sample: 0, time: Self.milliseconds(7), duration: 71, id: 2),
            Self.event(sample: 0, time: Self.milliseconds(77), duration: 0, id: 3),
            Self.event(sample: 0, time: Self.milliseconds(7), duration: nil, id: 4),
        ]
        let carriage = SegmentEventMessages(Self.segments(events))
        #expect(carriage.messages.map { $0.map(\.box.id) } == [[2, 3, 4], [], []])
        #expect(carriage.size(of: 1) == 0)
    }

    /// Extreme values are carried or clamped to the nearest representable one, without overflow.
    @Test(arguments: [1, 1000, 4_294_967_295] as [UInt32], [1, 90_000, 4_294_967_291] as [UInt32])
    func hostileNumbers(timescale: UInt32, track: UInt32) throws {
        for time in [Int64.min, -1 << 60, 0, (1 << 60) - 1, .max] {
            for duration in [0, UInt32.max - 1, nil] {
                let event = try Self.event(
                    sample: 0,
                    time: MediaTime(ticks: time, timescale: timescale),
                    timescale: timescale,
                    duration: duration
                )
                let carriage = SegmentEventMessages(Self.segments([event], timescale: track))
                for message in carriage.messages.joined() {
                    #expect(SegmentEventMessages.head(of: message).count == 32)
                }
            }
        }
    }

    /// Expected fields; the presentation's origin is 77 ticks of the track.
    @Test(
        arguments: [
            ("its own clock says it", 1000, milliseconds(577), 1000, 500, 1000, 500, 500),
            (
                "another clock of the time", 1000, MediaTime(ticks: 577_000, timescale: 1_000_000), 1000, 500,
                1000, 500, 500
            ),
            ("seconds do not say it", 1000, MediaTime(ticks: 2, timescale: 1), 1, 3, 1000, 1923, 3000),
            ("neither clock says it", 90_000, milliseconds(100), 1000, 5, 90_000, 8923, 450),
            ("before the start", 1000, milliseconds(57), 1000, 500, 1000, 0, 480),
            ("no end", 1000, milliseconds(57), 1000, nil, 1000, 0, .max),
            (
                "no room for the duration: to the nearest", 90_000, MediaTime(ticks: 1, timescale: 1), 1,
                4_000_000_000,
                1, 1, 4_000_000_000
            ),
        ] as [(String, UInt32, MediaTime, UInt32, UInt32?, UInt32, UInt64, UInt32)]
    )
    func times(
        name: String,
        track: UInt32,
        time: MediaTime,
        timescale: UInt32,
        duration: UInt32?,
        madeTimescale: UInt32,
        madeTime: UInt64,
        madeDuration: UInt32
    ) throws {
        let event = try Self.event(sample: 0, time: time, timescale: timescale, duration: duration)
        let segments = Self.segments([event], timescale: track)
        let message = try #require(SegmentEventMessages(segments).messages[0].first)
        let head = SegmentEventMessages.head(of: message)
        let expected = Self.box(timescale: madeTimescale, time: madeTime, duration: madeDuration)
        #expect(head == Array(expected.prefix(EventMessageBox.version1HeadSize)), "\(name)")
    }
}
