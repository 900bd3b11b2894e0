/// Reading of media segment tags (RFC 8216bis 4.4.4).
extension MediaPlaylistReader {
    mutating func readSegmentTag(_ tag: TagName, _ line: PlaylistLine) throws(PlaylistError) {
        switch tag {
        case .segmentInformation: try pending.setDuration(line, &log)
        case .byteRange: try pending.setByteRange(line, &log)
        case .gap: pending.lines.gap = UInt32(truncatingIfNeeded: line.number)
        case .discontinuity: recordDiscontinuity(line)
        case .key:
            pending.keyCount += 1
            guard pending.keyCount <= TagLimit.keysPerSegment else {
                throw PlaylistError(
                    line: line.number,
                    .tag(.tooMany(tag, count: pending.keyCount, limit: TagLimit.keysPerSegment))
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
                try MapTag(line, keys: scope.indicesInForce, variables: header.variables, &log)
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
        var endedSegment = pending
        pending = PendingSegment(firstPart: parts.count)
        guard endedSegment.lines.segmentInformation > 0 else {
            throw PlaylistError(line: line.number, .tag(.undescribedURI(missing: .segmentInformation)))
        }
        endedSegment.lines.uri = UInt32(truncatingIfNeeded: line.number)
        let sequence = nextMediaSequence
        let start = end
        advance(past: endedSegment)
        endedSegment.date = date
        let uri = try uri(line)
        guard let sequence else { throw PlaylistError(line: line.number, .tag(.mediaSequenceOverflow)) }
        let range = try resolvedByteRange(endedSegment, uri: uri)
        // A malformed byte range was reported at its own line.
        guard range != nil || endedSegment.lines.byteRange == 0 else { return }
        segments.append(segment(endedSegment, uri: uri, range: range, mediaSequence: sequence, start: start))
    }

    /// Returns the URI of a line, with its variables replaced.
    private func uri(_ line: PlaylistLine) throws(PlaylistError) -> SegmentURI {
        VariableScope.hasBrace(line.content.span)
            ? SegmentURI(try header.uri(line)) : SegmentURI(line.uri.indices, of: bytes)
    }

    /// Advances time and sequence numbers past a segment.
    private mutating func advance(past endedSegment: PendingSegment) {
        segmentsBefore = segmentsBefore == .max ? .max : segmentsBefore + 1
        end += endedSegment.duration
        date = clock.advance(
            by: endedSegment.duration,
            ownDate: endedSegment.date,
            isContinuous: endedSegment.lines.discontinuity == 0
        )
    }

    private mutating func segment(
        _ endedSegment: PendingSegment,
        uri: SegmentURI,
        range: ByteRange?,
        mediaSequence: UInt64,
        start: Duration
    ) -> MediaSegment {
        MediaSegment(
            mediaSequence: mediaSequence,
            discontinuitySequence: discontinuitySequence(at: endedSegment.lines.uri),
            duration: endedSegment.duration,
            start: start,
            byteRange: range,
            byteRangeHasOffset: endedSegment.byteRange?.offset != nil,
            compactURI: uri,
            compactKeys: SegmentKeys(scope.indicesInForce),
            details: SegmentDetails(
                title: endedSegment.title,
                date: endedSegment.date,
                bitrate: endedSegment.lines.byteRange == 0 ? bitrate : nil
            ),
            compactIndex: UInt32(truncatingIfNeeded: segments.count),
            compactInitializationSection: UInt32(truncatingIfNeeded: initializationSections.count),
            compactParts: UInt32(
                truncatingIfNeeded: endedSegment.firstPart
            )..<UInt32(truncatingIfNeeded: parts.count),
            lines: endedSegment.lines
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
        _ endedSegment: PendingSegment,
        uri: SegmentURI
    ) throws(PlaylistError) -> ByteRange? {
        guard let writtenRange = endedSegment.byteRange else { return nil }
        let line = Int(endedSegment.lines.byteRange)
        guard writtenRange.offset == nil else { return try writtenRange.resolved(after: nil, line: line) }
        let previous = segments.last.flatMap { $0.uri == uri.text ? $0.byteRange : nil }
        return try writtenRange.resolved(after: previous, line: line)
    }
}
