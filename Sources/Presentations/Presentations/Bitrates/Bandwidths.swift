package import HLSPlaylists

/// Computes the `BANDWIDTH` and `AVERAGE-BANDWIDTH` of the variants in the result (RFC 8216bis 4.4.6.2).
///
/// The heaviest rendition of each group that is played counts. A peak is measured only over runs of segments
/// of 0.5 to 1.5 target durations, so segments at the end may be in no run, and the average may exceed the
/// peak. `BANDWIDTH` is then set to the average, since a lower value would contradict it.
package struct Bandwidths {
    /// The rule for which values are written.
    package enum Policy: Hashable, Sendable {
        /// Raises a value that was sufficient for the clear media and is too small for the protected media.
        ///
        /// Wrong values of the source stay: only the effect of encryption is corrected.
        case raised
        /// Writes all values, as measured in the result.
        case measured
    }

    private let multivariant: MultivariantPlaylist
    private let presentation: Presentation
    private let layout: MediaLayout
    private let fetchedLength: (MediaReference, _ isIFrameRange: Bool) -> UInt64

    /// Prepares the computation.
    ///
    /// - Parameters:
    ///   - multivariant: the multivariant playlist.
    ///   - presentation: the clear presentation.
    ///   - layout: its media resources.
    ///   - fetchedLength: returns the number of bytes of the result that a player fetches for a segment, or for
    ///     an I-frame that is fetched by byte range.
    package init(
        _ multivariant: MultivariantPlaylist,
        _ presentation: Presentation,
        _ layout: MediaLayout,
        fetchedLength: @escaping (MediaReference, _ isIFrameRange: Bool) -> UInt64
    ) {
        self.multivariant = multivariant
        self.presentation = presentation
        self.layout = layout
        self.fetchedLength = fetchedLength
    }

    /// A new value for one attribute of a variant.
    package struct Change {
        /// The line of the variant's tag in the multivariant playlist, from 1.
        let line: Int
        /// The attribute's name: `BANDWIDTH` or `AVERAGE-BANDWIDTH`.
        let attribute: String
        /// The new value, in bits per second.
        let value: UInt64
    }

    /// Returns the attributes that change, in the order of their lines.
    package func changes(_ policy: Policy) -> [Change] {
        switch policy {
        case .raised: raised
        case .measured: measured
        }
    }

    private var measured: [Change] {
        bitrates(fetchedLength).streams.flatMap { stream in
            Self.changes(
                line: stream.line,
                peak: stream.peak.map { Swift.max(StreamBitrates.roundedUp($0), stream.roundedAverage ?? 0) },
                average: stream.roundedAverage
            )
        }
    }

    private var raised: [Change] {
        let clear = bitrates { reference, _ in UInt64(reference.range.count) }
        let output = bitrates(fetchedLength)
        return zip(clear.streams, output.streams).flatMap { clear, output -> [Change] in
            let written = output.information
            let average = Self.raised(written.averageBandwidth, from: clear.average, to: output.average)
            var peak = Self.raised(written.bandwidth, from: clear.peak, to: output.peak)
            if let average, average > peak ?? written.bandwidth { peak = average }
            return Self.changes(line: output.line, peak: peak, average: average)
        }
    }

    /// Returns the changes of one variant; a value that is nil stays.
    private static func changes(line: Int, peak: UInt64?, average: UInt64?) -> [Change] {
        [
            peak.map { Change(line: line, attribute: "BANDWIDTH", value: $0) },
            average.map { Change(line: line, attribute: "AVERAGE-BANDWIDTH", value: $0) },
        ].compactMap(\.self)
    }

    /// Returns the new value of a written bitrate, or nil if it stays.
    private static func raised(_ written: UInt64?, from clear: Double?, to output: Double?) -> UInt64? {
        guard let written, let clear, let output, clear <= Double(written), output > Double(written) else {
            return nil
        }
        return StreamBitrates.roundedUp(output)
    }

    /// Computes the bitrates of all variants from the number of bytes that a player fetches for each segment.
    ///
    /// - Parameter fetchedLength: returns that number.
    /// - Returns: the bitrates of each variant.
    private func bitrates(
        _ fetchedLength: (MediaReference, _ isIFrameRange: Bool) -> UInt64
    ) -> StreamBitrates {
        var bitrates: [TreePath: SegmentBitrates] = [:]
        for (index, rendition) in presentation.renditions.enumerated() {
            let sizes = zip(rendition.playlist.segments, layout.segments[index]).map { segment, reference in
                let isIFrameRange = rendition.playlist.isIFramesOnly && segment.byteRange != nil
                return reference.map { fetchedLength($0, isIFrameRange) }
            }
            let target = Duration.seconds(Int64(clamping: rendition.playlist.targetDuration))
            bitrates[rendition.path] =
                SegmentBitrates(rendition.playlist.segments, sizes: sizes, target: target)
        }
        return StreamBitrates(multivariant, in: presentation.entry.folder, bitrates)
    }
}

extension [Bandwidths.Change] {
    /// Writes the new values into a multivariant playlist.
    package func apply(to document: inout PlaylistDocument) throws(PlaylistError) {
        for change in self {
            try document.setAttribute(change.attribute, to: .decimalInteger(change.value), line: change.line)
        }
    }
}
