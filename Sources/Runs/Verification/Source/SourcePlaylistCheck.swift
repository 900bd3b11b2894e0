import HLSPlaylists
import Inspection
import Presentations

/// Compares a protected playlist with the clear one.
///
/// Only key lines, byte ranges and the version may differ, and `BANDWIDTH` and `AVERAGE-BANDWIDTH` may be
/// raised to what the media need. If samples are encrypted, lines that `AddedLines` knows may be added, an
/// `EXT-X-MAP` may name another form of its initialization section, and `CODECS` may name the sample entries
/// that allow no parameter sets in samples. The bitrates of a variant with such `CODECS` may also be lower.
///
/// URIs of files may have more query parameters (`AddedQuery`).
enum SourcePlaylistCheck {
    /// The values that `BANDWIDTH` and `AVERAGE-BANDWIDTH` may have been raised to.
    enum Growth {
        /// No others: a clear playlist, or one without media that could be measured.
        case none
        /// The measured bitrates of the media.
        case measured(StreamBitrates)
        /// Any value: the media with these bitrates were cut.
        case unknown
    }

    /// Returns a finding about the first line that differs in more than the protection.
    ///
    /// - Parameters:
    ///   - protected: the protected playlist.
    ///   - clear: the clear playlist.
    ///   - path: the path of both in their trees.
    ///   - added: the lines that the protection added.
    ///   - mayGrow: true if the media may have grown, because samples are encrypted.
    ///   - growth: the bitrates that variants may have.
    /// - Returns: nil if there is no such line.
    static func finding(
        _ protected: PlaylistDocument,
        _ clear: PlaylistDocument,
        at path: TreePath,
        added: AddedLines,
        mayGrow: Bool,
        _ growth: Growth
    ) -> Finding? {
        let name = path.description
        var protectedLines = significantLines(of: protected, growth) { added.contains($0, in: name) }
        var clearLines = significantLines(of: clear, .none) {
            added.isAlteredDiscontinuitySequence($0, in: name)
        }
        if added.isPublishedWithPart(name) {
            // The EXT-X-MAP in force before a cut comes before all lines; that of the first segment stays
            // where it was.
            protectedLines = withFirstSectionsLast(protectedLines)
            clearLines = withFirstSectionsLast(clearLines)
        }
        for (line, clearLine) in zip(protectedLines, clearLines)
        where !line.isProtectedForm(clearLine, mayGrow: mayGrow) {
            return Finding(
                .sourcePlaylist,
                "the line is not that of the source (line \(clearLine.number))",
                playlist: path.description,
                line: line.number
            )
        }
        guard protectedLines.count != clearLines.count else { return nil }
        let isShorter = protectedLines.count < clearLines.count
        return Finding(
            .sourcePlaylist,
            isShorter
                ? "the playlist ends before line \(clearLines[protectedLines.count].number) of the source"
                : "the playlist continues after the last line of the source",
            playlist: path.description,
            line: isShorter ? protectedLines.last?.number : protectedLines[clearLines.count].number
        )
    }

    private struct SignificantLine {
        let number: Int
        /// The text without what the protection may change.
        let text: String
        /// `BANDWIDTH` and `AVERAGE-BANDWIDTH` of a variant, in bits per second.
        var bandwidths: [UInt64] = []
        /// The values that each bandwidth may have been raised to, or nil for any value.
        var allowedBandwidths: [Set<UInt64>?] = []
        /// `CODECS` and `SUPPLEMENTAL-CODECS` of a variant.
        var codecs: [String] = []
        /// `URI` of an `EXT-X-MAP`.
        var sectionURI: String?
        /// The URI of another line that names a file.
        var uri: String?

        /// Indicates whether this may be the protected form of a clear line.
        func isProtectedForm(_ clear: SignificantLine, mayGrow: Bool) -> Bool {
            guard text.utf8.elementsEqual(clear.text.utf8) else { return false }
            if let sectionURI, let clearURI = clear.sectionURI,
                !AddedQuery.removed(from: sectionURI, asIn: clearURI).utf8.elementsEqual(clearURI.utf8)
            {
                return mayGrow && SectionFormURI.isForm(sectionURI, of: clearURI)
            }
            guard (uri == nil) == (clear.uri == nil), hasURI(of: clear) else { return false }
            guard hasCodecs(of: clear, mayChange: mayGrow) else { return false }
            // Parameter sets that are no longer in samples may have taken more than protection adds.
            let isConverted = !zip(codecs, clear.codecs).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
            return bandwidths.count == clear.bandwidths.count
                && bandwidths.indices.allSatisfy { index in
                    let (bandwidth, clearBandwidth) = (bandwidths[index], clear.bandwidths[index])
                    guard bandwidth < clearBandwidth else {
                        return bandwidth == clearBandwidth
                            || allowedBandwidths[index]?.contains(bandwidth) ?? true
                    }
                    return isConverted && allowedBandwidths[index]?.contains(bandwidth) ?? true
                }
        }

        private func hasURI(of clear: SignificantLine) -> Bool {
            guard let uri, let clearURI = clear.uri else { return true }
            return AddedQuery.removed(from: uri, asIn: clearURI).utf8.elementsEqual(clearURI.utf8)
        }

        /// Indicates whether the codecs are those of `clear`, or if `mayChange` is true the converted ones.
        private func hasCodecs(of clear: SignificantLine, mayChange: Bool) -> Bool {
            codecs.count == clear.codecs.count
                && zip(codecs, clear.codecs).allSatisfy { codecs, clearCodecs in
                    codecs.utf8.elementsEqual(clearCodecs.utf8)
                        || mayChange && codecs.utf8.elementsEqual(ConvertedCodecs.list(clearCodecs).utf8)
                }
        }
    }

    private static func significantLines(
        of document: PlaylistDocument,
        _ growth: Growth,
        without isLeftOut: (PlaylistLine) -> Bool
    ) -> [SignificantLine] {
        document.lines.filter { !$0.isChangedByProtection && !isLeftOut($0) }.map { line in
            switch line.kind {
            case .tag(.byteRange): SignificantLine(number: line.number, text: "#EXT-X-BYTERANGE")
            case .tag(.map): mapLine(line)
            case .tag(.streamInformation), .tag(.iFrameStreamInformation):
                variantLine(line, growth)
            case .uri: SignificantLine(number: line.number, text: "", uri: line.text)
            case .tag(let tag) where [.media, .part, .preloadHint, .renditionReport].contains(tag):
                fileLine(line, tag)
            default: SignificantLine(number: line.number, text: line.text)
            }
        }
    }

    /// Moves the `EXT-X-MAP` lines before the first URI to directly before it.
    private static func withFirstSectionsLast(_ lines: [SignificantLine]) -> [SignificantLine] {
        let head = lines.prefix { $0.sectionURI != nil || !$0.text.isEmpty || $0.uri == nil }
        let rest = lines[head.endIndex...]
        return head.filter { $0.sectionURI == nil } + head.filter { $0.sectionURI != nil } + rest
    }

    private static func mapLine(_ line: PlaylistLine) -> SignificantLine {
        guard let attributes = try? line.attributes().removing("BYTERANGE"),
            let uri = try? attributes.quotedString("URI"), let rest = try? attributes.removing("URI")
        else { return SignificantLine(number: line.number, text: line.text) }
        return SignificantLine(number: line.number, text: rest.text, sectionURI: uri)
    }

    private static func fileLine(_ line: PlaylistLine, _ tag: TagName) -> SignificantLine {
        guard let attributes = try? line.attributes(), let uri = try? attributes.quotedString("URI"),
            let rest = try? attributes.removing("URI")
        else { return SignificantLine(number: line.number, text: line.text) }
        return SignificantLine(number: line.number, text: rest.tagLine(tag), uri: uri)
    }

    private static func variantLine(_ line: PlaylistLine, _ growth: Growth) -> SignificantLine {
        guard var rest = try? line.attributes(), let bandwidth = try? rest.decimalInteger("BANDWIDTH"),
            let others = try? rest.removing("BANDWIDTH")
        else { return SignificantLine(number: line.number, text: line.text) }
        rest = others
        var bandwidths = [bandwidth]
        if let average = try? rest.decimalInteger("AVERAGE-BANDWIDTH"),
            let others = try? rest.removing("AVERAGE-BANDWIDTH")
        {
            bandwidths.append(average)
            rest = others
        }
        var codecs: [String] = []
        for name in ["CODECS", "SUPPLEMENTAL-CODECS"] {
            guard let list = try? rest.quotedString(name), let others = try? rest.removing(name) else {
                continue
            }
            codecs.append(list)
            rest = others
        }
        // I-frame variants have their URI as an attribute.
        let uri = try? rest.quotedString("URI")
        if uri != nil, let others = try? rest.removing("URI") { rest = others }
        return SignificantLine(
            number: line.number,
            text: rest.text,
            bandwidths: bandwidths,
            allowedBandwidths: allowedBandwidths(line, growth),
            codecs: codecs,
            uri: uri
        )
    }

    private static func allowedBandwidths(_ line: PlaylistLine, _ growth: Growth) -> [Set<UInt64>?] {
        switch growth {
        case .none: return [[], []]
        case .unknown: return [nil, nil]
        case .measured(let bitrates):
            let measured = bitrates.streams.first { $0.line == line.number }
            let average = Set([measured?.roundedAverage].compactMap(\.self))
            let peak = average.union([measured?.peak.map(StreamBitrates.roundedUp)].compactMap(\.self))
            return [peak, average]
        }
    }
}
