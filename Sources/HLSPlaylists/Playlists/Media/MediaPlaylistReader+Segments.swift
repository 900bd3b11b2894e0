/// The media segment tags (RFC 8216bis 4.4.4).
extension MediaPlaylistReader {
    mutating func readSegmentTag(_ tag: TagName, _ line: PlaylistLine) throws(PlaylistError) {
        switch tag {
        case .segmentInformation: try pending.setDuration(line, &log)
        case .byteRange: try pending.setByteRange(line, &log)
        case .gap: pending.gapLine = line.number
        case .discontinuity: noteDiscontinuity(line)
        case .key:
            scope.add(
                try EncryptionKey(line, tag: tag, variables: header.variables),
                line: line.number
            )
        case .map:
            initializationSections.append(
                try InitializationSection(line, keys: scope.inForce, variables: header.variables)
            )
        case .part: readPart(line)
        case .programDateTime, .bitrate: readInformation(tag, line)
        default: break
        }
    }

    /// Reads a tag that clients can do without; one that is malformed is left out.
    private mutating func readInformation(_ tag: TagName, _ line: PlaylistLine) {
        do throws(PlaylistError) {
            if tag == .bitrate {
                bitrate = try line.decimalInteger(of: .bitrate)
            } else {
                pending.programDateTime = Located(line: line.number, try ProgramDateTimeTag.date(line))
            }
        } catch {
            log.note(error)
        }
    }

    private mutating func noteDiscontinuity(_ line: PlaylistLine) {
        if pending.discontinuityLine == nil { pending.discontinuityLine = line.number }
        discontinuitiesBefore += 1
    }

    /// Ends the pending segment with its URI, also where it is left out.
    mutating func endSegment(_ line: PlaylistLine) throws(PlaylistError) {
        let ended = pending
        pending = PendingSegment(firstPart: parts.count)
        guard let infLine = ended.infLine else {
            throw PlaylistError(line: line.number, .tag(.undescribedURI(missing: .segmentInformation)))
        }
        let sequence = nextMediaSequence
        let start = end
        segmentsBefore = segmentsBefore.addingReportingOverflow(1).overflow ? .max : segmentsBefore + 1
        end += ended.duration
        let date = clock.advance(
            by: ended.duration,
            own: ended.programDateTime?.value,
            isContinuous: ended.discontinuityLine == nil
        )
        let uri = try header.uri(line)
        guard let sequence else { throw PlaylistError(line: line.number, .tag(.mediaSequenceOverflow)) }
        let range = try resolvedByteRange(ended, uri: uri)
        // A byte range that is malformed was reported at its line.
        guard range != nil || ended.byteRangeLine == nil else { return }
        segments.append(
            MediaSegment(
                index: segments.count,
                mediaSequence: sequence,
                discontinuitySequence: discontinuitySequence(at: line),
                duration: ended.duration,
                start: start,
                firstLine: ended.firstLine ?? infLine,
                infLine: infLine,
                uriLine: line.number,
                uri: uri,
                title: ended.title,
                byteRange: range,
                byteRangeLine: ended.byteRangeLine,
                byteRangeHasOffset: ended.byteRange?.offset != nil,
                initializationSection: initializationSections.indices.last,
                keys: scope.inForce,
                hasGap: ended.gapLine != nil,
                gapLine: ended.gapLine,
                hasDiscontinuity: ended.discontinuityLine != nil,
                discontinuityLine: ended.discontinuityLine,
                programDateTime: ended.programDateTime,
                date: date,
                bitrate: ended.byteRangeLine == nil ? bitrate : nil,
                parts: ended.firstPart..<parts.count
            )
        )
    }

    /// The media sequence number of the next segment; nil when it is beyond 2^64 - 1.
    var nextMediaSequence: UInt64? {
        let (sequence, isTooLarge) = mediaSequence.addingReportingOverflow(segmentsBefore)
        return isTooLarge ? nil : sequence
    }

    /// The discontinuity sequence number behind the tags so far.
    private mutating func discontinuitySequence(at line: PlaylistLine) -> UInt64 {
        let (sequence, isTooLarge) = discontinuitySequence.addingReportingOverflow(discontinuitiesBefore)
        guard isTooLarge else { return sequence }
        log.note(PlaylistError(line: line.number, .tag(.discontinuitySequenceOverflow)))
        return .max
    }

    /// The part of the resource, which may continue the one of the segment before.
    private func resolvedByteRange(
        _ ended: PendingSegment,
        uri: String
    ) throws(PlaylistError) -> ByteRange? {
        guard let written = ended.byteRange, let line = ended.byteRangeLine else { return nil }
        guard written.offset == nil else { return try written.resolved(after: nil, line: line) }
        let previous = segments.last.flatMap { $0.uri == uri ? $0.byteRange : nil }
        return try written.resolved(after: previous, line: line)
    }
}
