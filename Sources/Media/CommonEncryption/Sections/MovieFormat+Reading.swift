import Bitstreams
import ISOBaseMedia
import ProtectionTerms
import SampleEncryption
import TextFormats

extension MovieFormat {
    /// Reads the `moov` of an initialization section.
    ///
    /// - Parameters:
    ///   - box: the whole box.
    ///   - node: the same box as a tree.
    /// - Throws: `SampleEncryptionError` if the box is malformed, lists samples, or has a sample entry of an
    ///   unsupported format.
    init(_ box: Box, _ node: BoxNode) throws(SampleEncryptionError) {
        let movie = try wrappingParseErrors { () throws(ParseError) in try MovieBox(box) }
        guard let extends = movie.extends else {
            throw .unsupported(
                offset: box.offset,
                what: "box 'moov' without 'mvex', a movie without fragments",
                remedy: "Package it as fragmented MP4"
            )
        }
        let nodes = node.all("trak")
        guard !nodes.isEmpty else { throw .malformed(box.missingBoxError("trak")) }
        var tracks: [MovieTrackFormat] = []
        for (track, trackNode) in zip(movie.tracks, nodes) {
            guard !tracks.contains(where: { $0.trackID == track.trackID }) else {
                throw .malformed(
                    .invalid(
                        offset: trackNode.offset,
                        field: "track_ID",
                        found: "\(track.trackID) once more",
                        expected: "one track of this id"
                    )
                )
            }
            let defaults = extends.filter { $0.trackID == track.trackID }
            guard let trackDefaults = defaults.first, defaults.count == 1 else {
                throw .malformed(
                    .invalid(
                        offset: box.offset,
                        field: "'trex' of track \(track.trackID) in 'mvex'",
                        found: "\(defaults.count) times",
                        expected: "once"
                    )
                )
            }
            tracks.append(try MovieTrackFormat(track, trackNode, defaults: trackDefaults))
        }
        self.init(tracks: tracks)
    }
}

extension MovieTrackFormat {
    fileprivate init(
        _ track: TrackBox,
        _ node: BoxNode,
        defaults: TrackExtendsBox
    ) throws(SampleEncryptionError) {
        let handler = track.media.handlerType
        let table = try wrappingParseErrors { () throws(ParseError) in
            try node.only("mdia").only("minf").only("stbl")
        }
        try Self.checkIsEmpty(table)
        let descriptions = try wrappingParseErrors { () throws(ParseError) in try table.only("stsd") }
        var entries: [Entry] = []
        for entry in descriptions.children {
            entries.append(
                try Entry(SampleEntryContext(entry: entry, trackID: track.trackID), handler: handler)
            )
        }
        self.init(trackID: track.trackID, handlerType: handler, entries: entries, defaults: defaults)
    }

    /// Throws if `moov` lists samples, because only those of fragments are handled.
    private static func checkIsEmpty(_ table: BoxNode) throws(SampleEncryptionError) {
        for sizeBox in table.children where sizeBox.type == "stsz" || sizeBox.type == "stz2" {
            let count = try wrappingParseErrors { () throws(ParseError) in
                var reader = sizeBox.box.reader
                _ = try FullBoxHeader(&reader, maximumVersion: 0)
                try reader.skip(4)
                return try reader.uint32()
            }
            guard count == 0 else {
                throw .unsupported(
                    offset: sizeBox.offset,
                    what:
                        "\(CountText.text(count, "sample")) in box 'moov' (trak/mdia/minf/stbl/\(sizeBox.type))",
                    remedy: "Package it as fragmented MP4 with an initialization section that has no samples"
                )
            }
        }
    }
}

extension MovieTrackFormat.Entry {
    fileprivate init(
        _ context: SampleEntryContext,
        handler: FourCharacterCode
    ) throws(SampleEncryptionError) {
        let protection = try context.protection(handler: handler)
        let format = protection?.originalFormat ?? context.entry.type
        guard let role = SampleEntryRole(format, handler: handler) else {
            throw context.noRuleError(format: format, handler: handler)
        }
        // Packagers that protect for FairPlay do not write these types.
        if protection != nil, MovieFormat.outOfBandFormats[format] != nil {
            throw context.inBandParameterSetsError(format)
        }
        codec = try wrappingParseErrors { () throws(ParseError) in try SampleCodec(role, context.entry) }
        self.format = format
        guard let protection else {
            encryption = nil
            return
        }
        guard let scheme = ProtectionScheme(protection.scheme.type) else {
            throw .unsupported(
                offset: context.entry.offset,
                what: "protection scheme '\(protection.scheme.type)' in \(context.description)",
                remedy: "Protect the clear media with cbcs or cenc"
            )
        }
        guard let trackEncryption = protection.encryption else {
            throw .malformed(
                .missing(offset: context.entry.offset, "'schi' with 'tenc' in \(context.description)")
            )
        }
        encryption = MovieTrackFormat.Encryption(scheme: scheme, trackEncryption: trackEncryption)
    }
}
