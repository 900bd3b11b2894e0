/// Reading of media segment tags (RFC 8216bis 4.4.4).
extension MediaPlaylistReader {
    mutating func readSegmentTag(_ tag: TagName, _ line: PlaylistLine) throws(PlaylistError) {
        switch tag {
        case .segmentInformation: try pending.setDuration(line, &log)
        case .byteRange: try pending.setByteRange(line, &log)
        case .gap: pending.lines.gap = UInt32(truncatingIfNeeded: line.number)
        case .discontinuity: recordDiscontinuity(line)
        case .key:
            pending.keys += 1
            guard pending.keys <= TagLimit.keysOfSegment else {
                throw PlaylistError(
                    line: line.number,
                    .tag(.tooMany(tag, count: pending.keys, limit: TagLimit.keysOfSegment))
                )
            }
            try scope.add(
                EncryptionKey(
                    line,
                    tag: tag,
                    variables: header.variables,
                    previous: scope.lastTexts,
                    &log
                ),
                line: line.number
            )
        case .map:
            initializationSections.append(
                try MapTag(line, keys: scope.inForce, variables: header.variables, &log)
            )
        case .part: readPart(line)
        case .programDateTime, .bitrate: readInformation(tag, line)
        default: break
        }
    }

    /// Reads a tag that clients can do without; leaves out a malformed one.
    private mutating func readInformation(_ tag: TagName, _ line: PlaylistLine) {
        do throws(PlaylistError) {
            if tag == .bitrate {
                bitrate = try line.decimalInteger(of: .bitrate)
            } else {
                pending.date = try ProgramDateTimeTag.date(line)
                pending.lines.programDateTime = UInt32(truncatingIfNeeded: line.number)
            }
        } catch {
            log.log(error)
        }
    }

    private mutating func recordDiscontinuity(_ line: PlaylistLine) {
        if pending.lines.discontinuity == 0 {
            pending.lines.discontinuity = UInt32(truncatingIfNeeded: line.number)
        }
        discontinuitiesBefore += 1
    }

    /// Ends the pending segment at its URI, even if the segment is then left out.
    mutating func endSegment(_ line: PlaylistLine) throws(PlaylistError) {
        var ended = pending
        pending = PendingSegment(firstPart: parts.count)
        guard ended.lines.segmentInformation > 0 else {
            throw PlaylistError(line: line.number, .tag(.undescribedURI(missing: .segmentInformation)))
        }
        ended.lines.uri = UInt32(truncatingIfNeeded: line.number)
        let sequence = nextMediaSequence
        let start = end
        advance(past: ended)
        ended.date = date
        let uri = try uri(line)
        guard let sequence else { throw PlaylistError(line: line.number, .tag(.mediaSequenceOverflow)) }
        let range = try resolvedByteRange(ended, uri: uri)
        // A malformed byte range was reported at its own line.
        guard range != nil || ended.lines.byteRange == 0 else { return }
        segments.append(segment(ended, uri: uri, range: range, mediaSequence: sequence, start: start))
    }

    /// Returns the URI of a line, with its variables replaced.
    private func uri(_ line: PlaylistLine) throws(PlaylistError) -> SegmentURI {
        VariableScope.hasBrace(line.content.span)
            ? SegmentURI(try header.uri(line)) : SegmentURI(line.uri.indices, of: bytes)
    }

    /// Advances time and sequence numbers past a segment.
    private mutating func advance(past ended: PendingSegment) {
        segmentsBefore = segmentsBefore == .max ? .max : segmentsBefore + 1
        end += ended.duration
        date = clock.advance(
            by: ended.duration,
            own: ended.date,
            isContinuous: ended.lines.discontinuity == 0
        )
    }

    private mutating func segment(
        _ ended: PendingSegment,
        uri: SegmentURI,
        range: ByteRange?,
        mediaSequence: UInt64,
        start: Duration
    ) -> MediaSegment {
        MediaSegment(
            mediaSequence: mediaSequence,
            discontinuitySequence: discontinuitySequence(at: ended.lines.uri),
            duration: ended.duration,
            start: start,
            byteRange: range,
            byteRangeHasOffset: ended.byteRange?.offset != nil,
            compactURI: uri,
            compactKeys: SegmentKeys(scope.inForce),
            details: SegmentDetails(
                title: ended.title,
                date: ended.date,
                bitrate: ended.lines.byteRange == 0 ? bitrate : nil
            ),
            compactIndex: UInt32(truncatingIfNeeded: segments.count),
            compactInitializationSection: UInt32(truncatingIfNeeded: initializationSections.count),
            compactParts: UInt32(
                truncatingIfNeeded: ended.firstPart
            )..<UInt32(truncatingIfNeeded: parts.count),
            lines: ended.lines
        )
    }

    /// The media sequence number of the next segment, or nil if it is above 2^64 - 1.
    var nextMediaSequence: UInt64? {
        let (sequence, isTooLarge) = mediaSequence.addingReportingOverflow(segmentsBefore)
        return isTooLarge ? nil : sequence
    }

    /// Returns the discontinuity sequence number after the tags so far; logs a number above 2^64 - 1.
    private mutating func discontinuitySequence(at line: UInt32) -> UInt64 {
        let (sequence, isTooLarge) = discontinuitySequence.addingReportingOverflow(discontinuitiesBefore)
        guard isTooLarge else { return sequence }
        log.log(PlaylistError(line: Int(line), .tag(.discontinuitySequenceOverflow)))
        return .max
    }

    /// Returns the byte range of a segment, which may continue that of the previous segment.
    private func resolvedByteRange(
        _ ended: PendingSegment,
        uri: SegmentURI
    ) throws(PlaylistError) -> ByteRange? {
        guard let written = ended.byteRange else { return nil }
        let line = Int(ended.lines.byteRange)
        guard written.offset == nil else { return try written.resolved(after: nil, line: line) }
        let previous = segments.last.flatMap { $0.uri == uri.text ? $0.byteRange : nil }
        return try written.resolved(after: previous, line: line)
    }
}
