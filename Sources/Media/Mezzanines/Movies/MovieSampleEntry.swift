import Bitstreams
import ISOBaseMedia

/// A sample entry of a track.
struct MovieSampleEntry {
    let path: String
    let track: Movie.Track
    /// The index of the entry in `stsd`, from 0.
    let index: Int

    private var entry: BoxNode { track.sampleDescriptions.children[index] }

    /// The coding format of the samples.
    struct Description {
        let format: TrackFormat
        /// Indicates whether all samples are sync samples, whatever tables and flags say.
        let isIndependent: Bool
    }

    /// Checks before samples are read that at least one sample entry of a track has a supported codec.
    ///
    /// - Throws: `.unsupported` for the first entry, if no entry is supported.
    static func checkSupport(path: String, _ track: Movie.Track) throws(MezzanineError) {
        var refusal: MezzanineError?
        for index in track.sampleDescriptions.children.indices {
            do {
                var notes: [String] = []
                _ = try Self(path: path, track: track, index: index).describe(&notes)
                return
            } catch {
                // Malformed entries are reported where they are used.
                guard case .unsupported = error else { return }
                refusal = refusal ?? error
            }
        }
        if let refusal { throw refusal }
    }

    /// Returns the coding format of the samples.
    ///
    /// - Parameter notes: receives warnings.
    /// - Returns: the format.
    /// - Throws: `MezzanineError` if the entry is malformed or its codec is not supported.
    func describe(_ notes: inout [String]) throws(MezzanineError) -> Description {
        let description: Description?
        var refusal = "codec '\(entry.type)'"
        var expected = "a codec that HLS supports"
        do throws(ParseError) {
            description =
                track.handlerType == "soun"
                ? try sound(&refusal) : try picture(&notes, &refusal, &expected)
        } catch {
            throw .malformed(path: path, error)
        }
        guard let description else {
            let codec = track.handlerType == "soun" ? "-c:v copy -c:a aac" : "-c:v libx264 -c:a copy"
            throw .unsupported(
                path: path,
                what:
                    "\(refusal) in the sample entry at byte \(entry.offset) of track \(track.trackID) "
                    + "(expected \(expected))",
                "Encode the track anew (`ffmpeg -i IN \(codec) OUT.mp4`), or leave it out"
            )
        }
        return description
    }

    private func sound(_ refusal: inout String) throws(ParseError) -> Description? {
        let version = track.sampleDescriptions.fields.first ?? 0
        let entry = try entry.flattened
        // The channel count in the fields is used only if the configuration has none.
        let channels = Int(try AudioSampleEntry(entry.box, descriptionVersion: version).channelCount)
        guard let configuration = try AudioConfiguration.read(entry, channels: channels) else { return nil }
        if let found = configuration.refusal {
            refusal = found
            return nil
        }
        let format = TrackFormat(
            codec: configuration.codec,
            sampleEntry: try entry.isoAudioEntry(configuration.sound),
            picture: nil,
            sound: configuration.sound
        )
        return Description(format: format, isIndependent: configuration.isIndependent)
    }

    private func picture(
        _ notes: inout [String],
        _ refusal: inout String,
        _ expected: inout String
    ) throws(ParseError) -> Description? {
        let fields = try VisualSampleEntry(entry.box)
        guard let configuration = try VideoConfiguration.read(entry) else { return nil }
        if let found = configuration.refusal {
            refusal = found
            expected = configuration.expectation ?? expected
            return nil
        }
        guard fields.width > 0, fields.height > 0 else {
            throw .invalid(
                offset: entry.offset,
                field: "size of pictures in sample entry '\(entry.type)'",
                found: "\(fields.width)x\(fields.height)",
                expected: "at least 1x1"
            )
        }
        notes += configuration.notes.map { "track \(track.trackID): \($0)" }
        let format = TrackFormat(
            codec: configuration.codec,
            sampleEntry: entry.isoVideoEntry,
            picture: TrackFormat.Picture(width: Int(fields.width), height: Int(fields.height)),
            sound: nil
        )
        return Description(format: format, isIndependent: false)
    }
}
