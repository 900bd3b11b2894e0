package import Bitstreams

/// `emsg`: an event of the presentation, such as a break for advertisements or timed metadata (ISO/IEC 23009-1, 5.10.3.3).
///
/// Only its numbers are held; texts and the message stay in the file.
package struct EventMessageBox: Hashable, Sendable {
    /// When the event begins, in ticks of its own clock.
    package enum Start: Hashable, Sendable {
        /// Behind the earliest presentation time of the media that follow (version 0).
        case delta(UInt32)
        /// On the timeline of the movie (version 1).
        case time(UInt64)
    }

    /// Ticks a second; not 0.
    package let timescale: UInt32
    /// When the event begins.
    package let start: Start
    /// Ticks; nil where it is not known.
    package let duration: UInt32?
    /// Tells events of one scheme and value apart.
    package let id: UInt32
    /// Where scheme_id_uri and value are in the file, each with the 0 behind it.
    package let names: Range<UInt64>
    /// Where message_data is in the file.
    package let message: Range<UInt64>

    /// Bytes at the start of the body that are looked at; numbers and texts end there.
    package static let headLimit = 64 << 10
    /// Bytes of the largest body.
    private static let bodyLimit = 1 << 30
    /// event_duration that is not known.
    private static let unknownDuration = UInt32.max

    /// Reads the start of the body, versions 0 and 1.
    ///
    /// - Parameters:
    ///   - head: the body, or its first `headLimit` bytes.
    ///   - body: where the body is in the file.
    /// - Throws: `ParseError` where it is malformed.
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
        let version = try FullBoxHeader(&reader, newest: 1).version
        var names = reader.offset..<reader.offset
        if version == 0 { names = try Self.names(&reader) }
        let timescaleOffset = reader.offset
        timescale = try reader.uint32()
        start = version == 0 ? .delta(try reader.uint32()) : .time(try reader.uint64())
        let duration = try reader.uint32()
        self.duration = duration == Self.unknownDuration ? nil : duration
        id = try reader.uint32()
        if version == 1 { names = try Self.names(&reader) }
        self.names = names
        message = reader.offset..<body.upperBound
        guard timescale > 0 else {
            throw .invalid(
                offset: timescaleOffset,
                field: "timescale of box 'emsg'",
                found: "0",
                expected: "at least 1"
            )
        }
    }

    /// Passes over two texts that each end with a 0.
    private static func names(_ reader: inout ByteReader) throws(ParseError) -> Range<UInt64> {
        let start = reader.offset
        _ = try reader.terminatedBytes(of: "scheme_id_uri of box 'emsg'")
        _ = try reader.terminatedBytes(of: "value of box 'emsg'")
        return start..<reader.offset
    }

    /// Bytes of a box of version 1 in front of its texts.
    package static let madeHeadSize = 32

    /// Bytes of a box of version 1 with these texts and this message.
    package var madeSize: Int { Self.madeHeadSize + names.count + message.count }

    /// What a box of version 1 has in front of its texts.
    ///
    /// - Parameters:
    ///   - timescale: ticks a second.
    ///   - time: when the event begins, on the timeline of the movie.
    ///   - duration: ticks; nil where it is not known.
    /// - Returns: as many bytes as `madeHeadSize` says.
    package func head(timescale: UInt32, time: UInt64, duration: UInt32?) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.madeHeadSize)
        // The limit of the body leaves room.
        bytes.append(bigEndian: UInt32(madeSize))
        bytes.append(bigEndian: FourCharacterCode("emsg").rawValue)
        bytes.append(bigEndian: 1 << 24 as UInt32)
        bytes.append(bigEndian: timescale)
        bytes.append(bigEndian: time)
        bytes.append(bigEndian: duration ?? Self.unknownDuration)
        bytes.append(bigEndian: id)
        return bytes
    }
}
