import Foundation

/// A media playlist, parsed after RFC 8216bis without any code of the program under test.
struct PlaylistText {
    struct Key: Hashable {
        let line: Int
        let attributes: [String: String]

        var method: String? { attributes["METHOD"] }
        var uri: String? { attributes["URI"] }
        /// The hexadecimal digits after 0x, or nil without the attribute.
        var iv: String? { attributes["IV"].map { String($0.dropFirst(2)) } }
    }

    struct Segment {
        /// The line number of the URI, from 1.
        let line: Int
        let uri: String
        let mediaSequence: Int
        let start: Double
        let range: Range<Int>?
        /// The key in force, or nil after METHOD=NONE and before the first key line.
        let key: Key?

        /// The IV in the key line, or else the media sequence number in 16 bytes, big endian.
        var iv: String? {
            guard let key else { return nil }
            let digits = String(mediaSequence, radix: 16)
            return key.iv ?? String(repeating: "0", count: 32 - digits.count) + digits
        }
    }

    struct Map {
        let line: Int
        let uri: String
        let range: Range<Int>?
        let key: Key?
    }

    let lines: [String]
    private(set) var keys: [Key] = []
    private(set) var sessionKeys: [Key] = []
    private(set) var segments: [Segment] = []
    private(set) var maps: [Map] = []

    init(_ text: String) {
        lines = text.replacingOccurrences(of: "\r\n", with: "\n").components(separatedBy: "\n")
        read()
    }

    private mutating func read() {
        var inForce: Key?
        var mediaSequence = 0
        var (start, duration) = (0.0, 0.0)
        var range: Range<Int>?
        var end = 0
        for (index, line) in lines.enumerated() {
            if let value = Self.value(line, "#EXT-X-KEY:") {
                let key = Key(line: index + 1, attributes: Self.attributes(value))
                keys.append(key)
                inForce = key.method == "NONE" ? nil : key
            } else if let value = Self.value(line, "#EXT-X-SESSION-KEY:") {
                sessionKeys.append(Key(line: index + 1, attributes: Self.attributes(value)))
            } else if let value = Self.value(line, "#EXT-X-MAP:") {
                let attributes = Self.attributes(value)
                let bytes = attributes["BYTERANGE"].map { Self.range($0, after: 0) }
                maps.append(
                    Map(line: index + 1, uri: attributes["URI"] ?? "", range: bytes, key: inForce)
                )
            } else if let value = Self.value(line, "#EXT-X-MEDIA-SEQUENCE:") {
                mediaSequence = Int(value) ?? 0
            } else if let value = Self.value(line, "#EXTINF:") {
                duration = Double(value.prefix { $0 != "," }) ?? 0
            } else if let value = Self.value(line, "#EXT-X-BYTERANGE:") {
                range = Self.range(value, after: end)
            } else if !line.hasPrefix("#"), !line.isEmpty {
                segments.append(
                    Segment(
                        line: index + 1,
                        uri: line,
                        mediaSequence: mediaSequence,
                        start: start,
                        range: range,
                        key: inForce
                    )
                )
                end = range?.upperBound ?? 0
                (range, mediaSequence, start) = (nil, mediaSequence + 1, start + duration)
            }
        }
    }

    private static func value(_ line: String, _ tag: String) -> String? {
        line.hasPrefix(tag) ? String(line.dropFirst(tag.count)) : nil
    }

    /// Parses `LENGTH[@OFFSET]`; without an offset the range starts at `end`.
    private static func range(_ text: String, after end: Int) -> Range<Int> {
        let parts = text.split(separator: "@").compactMap { Int($0) }
        let offset = parts.count > 1 ? parts[1] : end
        return offset..<offset + (parts.first ?? 0)
    }

    private static func attributes(_ text: String) -> [String: String] {
        var attributes: [String: String] = [:]
        for match in text.matches(of: /([A-Z0-9-]+)=("[^"]*"|[^,]*)/) {
            attributes[String(match.1)] = match.2.trimmingCharacters(in: ["\""])
        }
        return attributes
    }
}

extension Workspace {
    func playlist(_ name: String) throws -> PlaylistText { PlaylistText(try text(name)) }
}
