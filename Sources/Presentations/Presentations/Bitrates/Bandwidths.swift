package import HLSPlaylists

/// Finds the `BANDWIDTH` and `AVERAGE-BANDWIDTH` that variants have in the result (RFC 8216bis 4.4.6.2): of each group that
/// is played the heaviest rendition.
///
/// A peak counts runs of segments of 0.5 to 1.5 target durations alone, so that segments at the end may be in none, and the average
/// above it. `BANDWIDTH` is then as high as the average: a value below contradicts it.
package struct Bandwidths {
    /// Which values are written.
    package enum Policy: Hashable, Sendable {
        /// Where a value was enough for the clear media and is too small for the protected ones.
        ///
        /// What a source says wrongly stays wrong: only what encryption changed is ours. AES-128 adds 1 to 16 bytes a
        /// segment, AES-256-GCM 32, which is nothing beside the tolerance of a bitrate.
        case raised
        /// All, as they are measured in the result.
        case measured
    }

    private let multivariant: MultivariantPlaylist
    private let presentation: Presentation
    private let layout: MediaLayout

    package init(_ multivariant: MultivariantPlaylist, _ presentation: Presentation, _ layout: MediaLayout) {
        self.multivariant = multivariant
        self.presentation = presentation
        self.layout = layout
    }

    /// An attribute of a variant that becomes another.
    package struct Change {
        /// The line of the variant.
        let line: Int
        /// `BANDWIDTH` or `AVERAGE-BANDWIDTH`.
        let attribute: String
        /// Its new value in bits a second.
        let value: UInt64
    }

    /// What becomes another, in the order of the lines.
    package func changes(_ policy: Policy) -> [Change] {
        switch policy {
        case .raised: raised
        case .measured: measured
        }
    }

    private var measured: [Change] {
        let output = bitrates { unit, range, isIFrameRange in
            unit.outputLength(of: range, isIFrameRange: isIFrameRange)
        }
        return output.streams.flatMap { stream in
            Self.changes(
                line: stream.line,
                peak: stream.peak.map { Swift.max(StreamBitrates.bits($0), stream.averageBits ?? 0) },
                average: stream.averageBits
            )
        }
    }

    private var raised: [Change] {
        guard layout.units.contains(where: { $0.transformation != nil }) else { return [] }
        let clear = bitrates { _, range, _ in range.count }
        let output = bitrates { unit, range, _ in unit.outputRange(ofIFrame: range).count }
        return zip(clear.streams, output.streams).flatMap { clear, output -> [Change] in
            let written = output.information
            let average = Self.raised(written.averageBandwidth, from: clear.average, to: output.average)
            var peak = Self.raised(written.bandwidth, from: clear.peak, to: output.peak)
            if let average, average > peak ?? written.bandwidth { peak = average }
            return Self.changes(line: output.line, peak: peak, average: average)
        }
    }

    /// What becomes of a variant; nil is what stays.
    private static func changes(line: Int, peak: UInt64?, average: UInt64?) -> [Change] {
        [
            peak.map { Change(line: line, attribute: "BANDWIDTH", value: $0) },
            average.map { Change(line: line, attribute: "AVERAGE-BANDWIDTH", value: $0) },
        ].compactMap(\.self)
    }

    /// What a bitrate that was written has to be; nil where it stays.
    private static func raised(_ written: UInt64?, from clear: Double?, to output: Double?) -> UInt64? {
        guard let written, let clear, let output, clear <= Double(written), output > Double(written) else {
            return nil
        }
        return StreamBitrates.bits(output)
    }

    /// What the variants take.
    ///
    /// - Parameter size: the bytes that a player fetches for bytes of a unit: a whole segment, or an I-frame by its byte range.
    /// - Returns: the bitrates of each.
    private func bitrates(_ size: (MediaUnit, Range<UInt64>, _ isIFrameRange: Bool) -> Int) -> StreamBitrates
    {
        var bitrates: [TreePath: SegmentBitrates] = [:]
        for (index, rendition) in presentation.renditions.enumerated() {
            let sizes = zip(rendition.playlist.segments, layout.segments[index]).map { segment, reference in
                let isIFrameRange = rendition.playlist.isIFramesOnly && segment.byteRange != nil
                return reference.map { UInt64(size(layout.units[$0.unit], $0.range, isIFrameRange)) }
            }
            let target = Duration.seconds(Int64(clamping: rendition.playlist.targetDuration))
            bitrates[rendition.path] =
                SegmentBitrates(rendition.playlist.segments, sizes: sizes, target: target)
        }
        return StreamBitrates(multivariant, in: presentation.entry.folder, bitrates)
    }
}

extension [Bandwidths.Change] {
    /// Writes the values into a multivariant playlist.
    package func apply(to document: inout PlaylistDocument) throws(PlaylistError) {
        for change in self {
            try document.setAttribute(change.attribute, to: .decimalInteger(change.value), line: change.line)
        }
    }
}

extension MediaUnit {
    /// The bytes of the output that a player fetches for bytes of the clear unit: padding is of segments, and not of ranges for
    /// I-frames, also where such a range is all of a segment.
    fileprivate func outputLength(of range: Range<UInt64>, isIFrameRange: Bool) -> Int {
        range == 0..<clearLength && !isIFrameRange
            ? Int(clamping: outputLength) : outputRange(ofIFrame: range).count
    }
}
