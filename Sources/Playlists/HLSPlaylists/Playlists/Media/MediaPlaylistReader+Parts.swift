/// Reading of partial segments (RFC 8216bis 4.4.4.9).
extension MediaPlaylistReader {
    /// Reads a part of the segment whose URI follows; leaves out a malformed one.
    mutating func readPart(_ line: PlaylistLine) {
        lowLatencyTags.append(Located(line: line.number, .part))
        do throws(PlaylistError) {
            let reader = try AttributeReader(line, of: .part, variables: header.variables, &log)
            let part = try part(reader)
            pending.partsDuration += part.duration
            parts.append(part)
        } catch {
            log.log(error)
        }
    }

    private mutating func part(_ reader: AttributeReader) throws(PlaylistError) -> PartialSegment {
        let list = reader.list
        let duration = try list.require("DURATION", of: .part, list.decimalSeconds("DURATION"))
        let uri = try reader.requiredText("URI")
        guard let sequence = nextMediaSequence else {
            throw PlaylistError(line: list.line, .tag(.mediaSequenceOverflow))
        }
        let written = try list.quotedByteRange("BYTERANGE", substituting: reader.variables)
        let range = try written.map { (range) throws(PlaylistError) in
            try range.resolved(after: previousRange(of: uri), line: list.line)
        }
        return PartialSegment(
            line: list.line,
            uri: uri,
            duration: duration,
            isIndependent: reader.isYes("INDEPENDENT", &log),
            byteRange: range,
            byteRangeHasOffset: written?.offset != nil,
            hasGap: reader.isYes("GAP", &log),
            mediaSequence: sequence,
            partIndex: parts.count - pending.firstPart,
            start: end + pending.partsDuration,
            initializationSection: initializationSections.indices.last,
            keys: scope.inForce,
            attributes: list
        )
    }

    /// Returns the range of the previous part in the same segment if it is of the same resource.
    private func previousRange(of uri: String) -> ByteRange? {
        guard parts.count > pending.firstPart, let last = parts.last, last.uri == uri else { return nil }
        return last.byteRange
    }
}
