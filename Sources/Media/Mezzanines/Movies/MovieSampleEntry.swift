import Bitstreams
import ISOBaseMedia

/// The sample entry that the samples of a track use.
struct MovieSampleEntry {
    let path: String
    let track: Movie.Track
    /// The entry in `stsd`, from 0.
    let index: Int

    private var entry: BoxNode { track.sampleDescriptions.children[index] }

    /// How the samples are coded.
    struct Description {
        let format: TrackFormat
        /// Whether decoding can begin with every sample, whatever tables and flags say.
        let isIndependent: Bool
    }

    /// Checks that a sample entry of a track is of a codec that is packaged, before its samples are looked at.
    ///
    /// - Throws: `.unsupported` of the first entry, where all are of others.
    static func checkSupport(path: String, _ track: Movie.Track) throws(MezzanineError) {
        var refusal: MezzanineError?
        for index in track.sampleDescriptions.children.indices {
            do {
                var notes: [String] = []
                _ = try Self(path: path, track: track, index: index).describe(&notes)
                return
            } catch {
                // What is malformed is said where it is used.
                guard case .unsupported = error else { return }
                refusal = refusal ?? error
            }
        }
        if let refusal { throw refusal }
    }

    /// How the samples are coded.
    ///
    /// - Parameter notes: get what there is to say.
    /// - Returns: the format.
    /// - Throws: `MezzanineError` for an entry that is malformed or of a codec that is not packaged.
    func describe(_ notes: inout [String]) throws(MezzanineError) -> Description {
        let description: Description?
        var refusal = "codec '\(entry.type)'"
        do throws(ParseError) {
            description = track.handlerType == "soun" ? try sound(&refusal) : try picture(&notes, &refusal)
        } catch {
            throw .malformed(path: path, error)
        }
        guard let description else {
            let codec = track.handlerType == "soun" ? "-c:v copy -c:a aac" : "-c:v libx264 -c:a copy"
            throw .unsupported(
                path: path,
                what:
                    "\(refusal) in the sample entry at byte \(entry.offset) of track \(track.trackID) (expected one that "
                    + "HLS has a place for)",
                "Encode the track anew (`ffmpeg -i IN \(codec) OUT.mp4`), or leave it out"
            )
        }
        return description
    }

    private func sound(_ refusal: inout String) throws(ParseError) -> Description? {
        let version = track.sampleDescriptions.fields.first ?? 0
        let entry = try entry.withoutWave
        // Of the fields, for what the configuration does not say.
        let channels = Int(try AudioSampleEntry(entry.box, descriptionVersion: version).channelCount)
        guard let configuration = try SoundConfiguration.read(entry, channels: channels) else { return nil }
        if let found = configuration.refusal {
            refusal = found
            return nil
        }
        let format = TrackFormat(
            codec: configuration.codec,
            sampleEntry: try entry.soundEntry(configuration.sound),
            picture: nil,
            sound: configuration.sound
        )
        return Description(format: format, isIndependent: configuration.isIndependent)
    }

    private func picture(_ notes: inout [String], _ refusal: inout String) throws(ParseError) -> Description?
    {
        let fields = try VisualSampleEntry(entry.box)
        guard let configuration = try PictureConfiguration.read(entry) else { return nil }
        if let found = configuration.refusal {
            refusal = found
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
            sampleEntry: entry.pictureEntry,
            picture: TrackFormat.Picture(width: Int(fields.width), height: Int(fields.height)),
            sound: nil
        )
        return Description(format: format, isIndependent: false)
    }
}
