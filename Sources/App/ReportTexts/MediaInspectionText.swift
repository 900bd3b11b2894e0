import Inspection
import TextFormats

/// The human-readable description of a media playlist.
enum MediaInspectionText {
    static func blocks(of media: MediaInspection) -> [String] {
        [summary(of: media), keys(media.keys), sections(media.sections)]
            + [media.measured.map(measurement) ?? ""]
    }

    private static func summary(of media: MediaInspection) -> String {
        let traits = [
            media.isIFramesOnly ? "I-frames only" : nil, media.isLowLatency ? "low latency" : nil,
        ].compactMap(\.self)
        let properties = ["media playlist", media.version.text, media.liveness.text] + traits
        let segments = media.segments
        let counts = [
            (segments.encrypted, "encrypted"), (segments.clear, "clear"), (segments.gaps, "missing"),
            (segments.byteRanges, "byte ranges"), (segments.discontinuities, "after a discontinuity"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let lines =
            [
                properties.joined(separator: ", "),
                "target duration \(media.targetDuration) s, \(CountText.text(segments.count, "segment"))"
                    + " from number \(media.mediaSequence) on, \(media.duration) s"
                    + (counts.isEmpty ? "" : ": " + counts.joined(separator: ", ")),
            ] + dates(media)
        return "\(media.playlist): " + lines.joined(separator: "\n  ") + "\n"
    }

    private static func dates(_ media: MediaInspection) -> [String] {
        guard let start = media.startDate else { return [] }
        return ["from \(start)" + (media.endDate.map { " to \($0)" } ?? "")]
    }

    /// Returns the table of keys, in the order of the playlist.
    ///
    /// It combines consecutive ranges of segments whose keys differ only in the line and the IV value.
    private static func keys(_ intervals: [KeyInterval]) -> String {
        guard intervals.contains(where: { !$0.keys.isEmpty }) else { return "" }
        var table = TextTable("START", "END", "SEGMENTS", "KEY LINE", "METHOD", "SYSTEM", "IV", "URI")
        var remaining = intervals[...]
        while let first = remaining.first {
            let sameKeyIntervals = remaining.prefix { hasSameKeys($0, first) }
            remaining = remaining[sameKeyIntervals.endIndex...]
            guard let last = sameKeyIntervals.last else { break }
            let segments = sameKeyIntervals.reduce(0) { $0 + $1.segments }
            let rangeCells = ["\(first.start)", "\(last.end)", "\(segments)"]
            if first.keys.isEmpty { table.add(row: rangeCells + ["-", "clear", "", "", ""]) }
            for (index, key) in first.keys.enumerated() {
                let lastLine = last.keys[index].line
                table.add(
                    row: (index == 0 ? rangeCells : ["", "", ""]) + [
                        lastLine == key.line ? "\(key.line)" : "\(key.line) to \(lastLine)",
                        key.method,
                        key.system,
                        key.ivKind.rawValue + (sameKeyIntervals.count > 1 ? ", one for each line" : ""),
                        KeyLineText.uri(of: key),
                    ]
                )
            }
        }
        return table.text
    }

    private static func hasSameKeys(_ left: KeyInterval, _ right: KeyInterval) -> Bool {
        left.keys.elementsEqual(right.keys) {
            $0.method == $1.method && $0.keyFormat == $1.keyFormat && $0.uri == $1.uri
                && $0.keyIDs == $1.keyIDs && $0.ivKind == $1.ivKind
                && $0.keyFormatVersions == $1.keyFormatVersions
        }
    }

    private static func sections(_ sections: [MediaInspection.Section]) -> String {
        guard !sections.isEmpty else { return "" }
        var table = TextTable("MAP", "URI", "BYTES", "KEY LINE")
        for section in sections {
            let keys = section.keyLines.map { "\($0)" }.joined(separator: ", ")
            table.add(
                "line \(section.line)",
                section.uri,
                section.byteRange ?? "all",
                keys.isEmpty ? "clear" : keys
            )
        }
        return table.text
    }

    private static func measurement(_ measured: MeasurementInspection) -> String {
        let parts: [String?] = [
            measured.container, measured.codecs.isEmpty ? nil : measured.codecs.joined(separator: ","),
            measured.resolution,
            measured.frameRate.map { "\($0) pictures a second" }, ByteCount.text(measured.bytes),
        ]
        let failures = measured.segments.enumerated().compactMap { index, segment in
            segment.failure.map { "segment \(index): \($0)\n" }
        }
        return "MEASURED\n" + parts.compactMap(\.self).joined(separator: ", ") + "\n" + failures.joined()
    }
}

extension MediaInspection.Liveness {
    /// The description of the playlist type.
    fileprivate var text: String {
        switch self {
        case .vod: "VOD"
        case .event: "event that continues"
        case .live: "live"
        }
    }
}
