/// The classification of lines and recognition of tags (RFC 8216bis 4.1).
enum LineClassifier {
    private static let prefix: [UInt8] = Array("#EXT".utf8)
    /// `#EXT` as a little-endian number.
    private static let prefixBits: UInt32 = 0x5458_4523

    /// Returns whether a line starts with `#EXT`.
    @inline(__always)
    static func isTag(_ content: Span<UInt8>) -> Bool {
        guard content.count >= ByteWord.size else {
            return content.count >= prefix.count && prefix.indices.allSatisfy { content[$0] == prefix[$0] }
        }
        return UInt32(truncatingIfNeeded: content.word(at: 0).bits) == prefixBits
    }

    static func kind(_ content: Span<UInt8>) -> PlaylistLine.Kind {
        guard content.count > 0, content[0] == ASCII.numberSign else {
            for index in content.indices where !ASCII.isBlank(content[index]) { return .uri }
            return .blank
        }
        guard isTag(content) else { return .comment }
        return tag(content).map { .tag($0) } ?? .unknownTag
    }

    /// Returns the tag of a line that starts with `#EXT`, or nil if the tag is unknown.
    private static func tag(_ content: Span<UInt8>) -> TagName? {
        if let name = PackedTagName(line: content), let tag = TagTable.shared[name] { return tag }
        // Blanks after the name are rare.
        var end = content.firstIndex(of: ASCII.colon, in: content.indices) ?? content.count
        guard ASCII.isBlank(content[end - 1]) else { return nil }
        while ASCII.isBlank(content[end - 1]) { end -= 1 }
        guard end - 1 <= PackedTagName.maximumLength else { return nil }
        return TagTable.shared[PackedTagName((1..<end).map { content[$0] }[...])]
    }
}
