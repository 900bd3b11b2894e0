/// `EXT-X-BYTERANGE:<n>[@<o>]` (RFC 8216bis 4.4.4.2): the byte range of the next segment in its resource.
///
/// `ByteRange` is the value with a known offset, `WrittenByteRange` the value as written.
enum ByteRangeTag {
    static let definition = TagDefinition(
        "EXT-X-BYTERANGE",
        in: .mediaSegment,
        section: "4.4.4.2",
        since: 4,
        .text
    )
}

/// A byte range of a resource, with a known offset (RFC 8216bis 4.4.4.2).
package struct ByteRange: Hashable, Sendable {
    /// The number of bytes.
    package let length: UInt64
    /// The offset of the first byte in the resource.
    package let offset: UInt64

    /// Creates a range.
    ///
    /// - Throws: `PlaylistError` if it ends above 2^64 - 1.
    package init(length: UInt64, offset: UInt64) throws(PlaylistError) {
        try self.init(length: length, offset: offset, line: 0)
    }

    init(length: UInt64, offset: UInt64, line: Int) throws(PlaylistError) {
        guard !length.addingReportingOverflow(offset).overflow else {
            throw PlaylistError(line: line, .tag(.byteRangeOverflow))
        }
        self.length = length
        self.offset = offset
    }

    /// The offset after the last byte.
    package var end: UInt64 { offset + length }

    /// The range as `n@o`, as in `EXT-X-BYTERANGE` and the `BYTERANGE` attribute.
    package var text: String { "\(length)@\(offset)" }

    /// The text of an `EXT-X-BYTERANGE` line.
    package var tagLine: String { "#\(TagName.byteRange.name):\(text)" }

    /// The text of an `EXT-X-BYTERANGE` line without offset, for a range that starts where the previous one
    /// ends.
    package var tagLineWithoutOffset: String { "#\(TagName.byteRange.name):\(length)" }
}

/// A byte range as written: `n[@o]`.
struct WrittenByteRange: Hashable, Sendable {
    static let grammar = "LENGTH or LENGTH@OFFSET in decimal"

    let length: UInt64
    let offset: UInt64?

    init?(parsing text: ArraySlice<UInt8>) {
        let atSign = text.firstIndex(of: UInt8(ascii: "@")) ?? text.endIndex
        guard let length = DecimalInteger.parse(text[..<atSign]) else { return nil }
        self.length = length
        guard atSign < text.endIndex else {
            self.offset = nil
            return
        }
        guard let offset = DecimalInteger.parse(text[atSign...].dropFirst()) else { return nil }
        self.offset = offset
    }

    /// Parses the value of an `EXT-X-BYTERANGE` line.
    init(tag line: PlaylistLine) throws(PlaylistError) {
        guard let range = WrittenByteRange(parsing: line.value.trimmingBlanks()) else {
            throw line.invalidValue(of: .byteRange, expected: Self.grammar)
        }
        self = range
    }
}
