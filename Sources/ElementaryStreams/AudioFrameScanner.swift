package import Bitstreams

/// A frame of audio in an elementary stream: an ADTS frame, or a syncframe of AC-3 or E-AC-3.
package struct AudioFrame: Hashable, Sendable {
    /// Its bytes, header included.
    package let range: Range<Int>
    /// Bytes of the ADTS header, CRC included; 0 for a syncframe, whose header is protected as the rest.
    package let headerSize: Int
    /// Whether it begins an access unit: false for the syncframes of E-AC-3 that belong to the one before.
    package let startsAccessUnit: Bool

    /// A frame from its parts.
    package init(range: Range<Int>, headerSize: Int, startsAccessUnit: Bool) {
        self.range = range
        self.headerSize = headerSize
        self.startsAccessUnit = startsAccessUnit
    }
}

/// Finds the frames of one audio stream, clear or protected by SAMPLE-AES, in the order of the stream.
///
/// All frames are of one format; frames of E-AC-3 are gathered to access units of six audio blocks
/// (ETSI TS 102 366 annex E).
package struct AudioFrameScanner: Sendable {
    /// What the frames are.
    package enum Codec: Hashable, Sendable {
        case aac
        case ac3
        case eac3
    }

    /// Nothing seen yet.
    package init(_ codec: Codec) {}

    /// Appends the frames that are whole in `bytes`, from `start` on.
    ///
    /// - Parameters:
    ///   - bytes: the elementary stream.
    ///   - start: where a frame starts.
    ///   - isPacketStart: whether a PES packet starts there: an access unit of E-AC-3 starts there, too.
    ///   - frames: gets the frames.
    ///   - offset: where `bytes` stands in the file, for errors.
    /// - Returns: where the first frame starts that is not whole; the end when there is none.
    /// - Throws: `ParseError` where a frame should start and something else is there.
    package mutating func scan(
        _ bytes: Span<UInt8>,
        from start: Int,
        isPacketStart: Bool,
        into frames: inout [AudioFrame],
        at offset: UInt64
    ) throws(ParseError) -> Int { bytes.count }
}
