package import Bitstreams
import TextFormats

/// `mdhd`: the clock and the language of a track's media (ISO/IEC 14496-12, 8.4.2).
package struct MediaHeaderBox: Hashable, Sendable {
    /// Ticks a second; not 0.
    package let timescale: UInt32
    /// Ticks of the media; nil where it is not known, as in fragmented movies.
    package let duration: UInt64?
    /// ISO 639-2/T, such as "eng"; nil where it is no three letters, as in QuickTime files.
    package let language: String?
    /// Macintosh language code of QuickTime files (QuickTime file format, language code values); nil where there are letters.
    package let macintoshLanguage: UInt16?

    /// Reads the body, versions 0 and 1.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        let isLong = try FullBoxHeader(&reader, newest: 1).version == 1
        try reader.skip(isLong ? 16 : 8)
        let offset = reader.offset
        timescale = try reader.uint32()
        let ticks = isLong ? try reader.uint64() : UInt64(try reader.uint32())
        // All ones: not known. 0 is what fragmented movies say.
        duration = ticks == 0 || ticks == (isLong ? .max : UInt64(UInt32.max)) ? nil : ticks
        let packed = try reader.uint16()
        try reader.skip(2)
        guard timescale > 0 else {
            throw .invalid(offset: offset, field: "timescale", found: "0", expected: "at least 1")
        }
        // Three letters are above, as none of them is 0.
        macintoshLanguage = packed < 0x400 ? packed : nil
        let letters = [10, 5, 0].map { UInt8(truncatingIfNeeded: packed >> UInt16($0) & 0x1F) + 0x60 }
        language =
            letters.allSatisfy(\.isASCIILowercase) ? String(decoding: letters, as: UTF8.self) : nil
    }
}
