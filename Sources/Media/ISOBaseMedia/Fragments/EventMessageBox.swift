package import Bitstreams

/// `emsg`: an event of the presentation, such as an ad break or timed metadata (ISO/IEC 23009-1, 5.10.3.3).
///
/// Holds the numbers and the byte ranges of the strings and the message, whose bytes stay in the file.
package struct EventMessageBox: Hashable, Sendable {
    /// The start of an event, in ticks of the event's timescale.
    package enum Start: Hashable, Sendable {
        /// The distance from the earliest presentation time of the media that follow (version 0).
        case delta(UInt32)
        /// A time on the timeline of the movie (version 1).
        case time(UInt64)
    }

    /// The ticks per second, at least 1.
    package let timescale: UInt32
    /// The start of the event.
    package let start: Start
    /// The duration in ticks, or nil if it is unknown.
    package let duration: UInt32?
    /// The id, unique among events of the same scheme and value.
    package let id: UInt32
    /// The byte range of scheme_id_uri and value in the file, terminating zeros included.
    package let schemeAndValueRange: Range<UInt64>
    /// The byte range of message_data in the file.
    package let messageRange: Range<UInt64>

    /// The maximum number of bytes read from the start of the body; all numbers and strings have to end
    /// within them.
    package static let headLimit = 64 << 10
    /// The size of the largest body, in bytes.
    private static let bodyLimit = 1 << 30
    /// The value of event_duration for an unknown duration.
    private static let unknownDuration = UInt32.max

    /// Reads the start of the body, versions 0 and 1.
    ///
    /// - Parameters:
    ///   - head: the body, or its first `headLimit` bytes.
    ///   - body: the byte range of the body in the file.
    /// - Throws: `ParseError` if the body is malformed or too large.
    package init(_ head: ArraySlice<UInt8>, _ body: Range<UInt64>) throws(ParseError) {
        var reader = ByteReader(head, at: body.lowerBound)
        guard body.count <= Self.bodyLimit else {
            throw .invalid(
                offset: body.lowerBound,
                field: "size of box 'emsg'",
                found: "\(body.count)",
                expected: "at most \(Self.bodyLimit)"
            )
        }
        let version = try FullBoxHeader(&reader, maximumVersion: 1).version
        var schemeAndValueRange = reader.offset..<reader.offset
        if version == 0 { schemeAndValueRange = try Self.skipSchemeAndValue(&reader) }
        let timescaleOffset = reader.offset
        timescale = try reader.uint32()
        start = version == 0 ? .delta(try reader.uint32()) : .time(try reader.uint64())
        let duration = try reader.uint32()
        self.duration = duration == Self.unknownDuration ? nil : duration
        id = try reader.uint32()
        if version == 1 { schemeAndValueRange = try Self.skipSchemeAndValue(&reader) }
        self.schemeAndValueRange = schemeAndValueRange
        messageRange = reader.offset..<body.upperBound
        guard timescale > 0 else {
            throw .invalid(
                offset: timescaleOffset,
                field: "timescale of box 'emsg'",
                found: "0",
                expected: "at least 1"
            )
        }
    }

    /// Skips two strings, each with its terminating zero, and returns their byte range in the file.
    private static func skipSchemeAndValue(_ reader: inout ByteReader) throws(ParseError) -> Range<UInt64> {
        let start = reader.offset
        _ = try reader.zeroTerminatedBytes(of: "scheme_id_uri of box 'emsg'")
        _ = try reader.zeroTerminatedBytes(of: "value of box 'emsg'")
        return start..<reader.offset
    }

    /// The size in bytes of a version 1 box up to its strings.
    package static let version1HeadSize = 32

    /// The size in bytes of a version 1 box with the strings and message of this one.
    package var version1Size: Int { Self.version1HeadSize + schemeAndValueRange.count + messageRange.count }

    /// Returns the start of a version 1 box, up to its strings.
    ///
    /// - Parameters:
    ///   - timescale: the ticks per second.
    ///   - time: the start of the event on the timeline of the movie, in ticks.
    ///   - duration: the duration in ticks, or nil if it is unknown.
    /// - Returns: `version1HeadSize` bytes.
    package func version1Head(timescale: UInt32, time: UInt64, duration: UInt32?) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.version1HeadSize)
        // Cannot overflow because of `bodyLimit`.
        bytes.append(bigEndian: UInt32(version1Size))
        bytes.append(bigEndian: FourCharacterCode("emsg").rawValue)
        bytes.append(bigEndian: 1 << 24 as UInt32)
        bytes.append(bigEndian: timescale)
        bytes.append(bigEndian: time)
        bytes.append(bigEndian: duration ?? Self.unknownDuration)
        bytes.append(bigEndian: id)
        return bytes
    }
}
