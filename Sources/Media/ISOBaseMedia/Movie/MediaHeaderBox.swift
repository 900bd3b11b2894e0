package import Bitstreams
import TextFormats

/// `mdhd`: the timescale, duration and language of a track's media (ISO/IEC 14496-12, 8.4.2).
package struct MediaHeaderBox: Hashable, Sendable {
    /// The ticks per second, at least 1.
    package let timescale: UInt32
    /// The duration of the media in ticks, or nil if it is unknown, as in fragmented movies.
    package let duration: UInt64?
    /// The language as an ISO 639-2/T code such as "eng", or nil if the field is not three letters, as in
    /// QuickTime files.
    package let language: String?
    /// The Macintosh language code of QuickTime files (QuickTime File Format, language code values), or nil
    /// if the field has letters.
    package let macintoshLanguage: UInt16?

    /// Reads the body, versions 0 and 1.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        let isLong = try FullBoxHeader(&reader, maximumVersion: 1).version == 1
        try reader.skip(isLong ? 16 : 8)
        let offset = reader.offset
        timescale = try reader.uint32()
        let ticks = isLong ? try reader.uint64() : UInt64(try reader.uint32())
        // All ones means unknown; fragmented movies have 0.
        duration = ticks == 0 || ticks == (isLong ? .max : UInt64(UInt32.max)) ? nil : ticks
        let packed = try reader.uint16()
        try reader.skip(2)
        guard timescale > 0 else {
            throw .invalid(offset: offset, field: "timescale", found: "0", expected: "at least 1")
        }
        // Values of three letters are at least 0x400, because no letter is 0.
        macintoshLanguage = packed < 0x400 ? packed : nil
        let letters = [10, 5, 0].map { UInt8(truncatingIfNeeded: packed >> UInt16($0) & 0x1F) + 0x60 }
        language =
            letters.allSatisfy(\.isASCIILowercase) ? String(decoding: letters, as: UTF8.self) : nil
    }
}
