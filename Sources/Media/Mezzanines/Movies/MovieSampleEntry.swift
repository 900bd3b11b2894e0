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
                var warnings: [String] = []
                _ = try Self(path: path, track: track, index: index).describe(&warnings)
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
    /// - Parameter warnings: receives warnings.
    /// - Returns: the format.
    /// - Throws: `MezzanineError` if the entry is malformed or its codec is not supported.
    func describe(_ warnings: inout [String]) throws(MezzanineError) -> Description {
        let isAudio = track.handlerType == "soun"
        let result: Result<Description, CodecRefusal>
        do throws(ParseError) {
            result = isAudio ? try audioDescription() : try videoDescription(&warnings)
        } catch {
            throw .malformed(path: path, error)
        }
        switch result {
        case .success(let description):
            return description
        case .failure(let refusal):
            let codec = isAudio ? "-c:v copy -c:a aac" : "-c:v libx264 -c:a copy"
            throw .unsupported(
                path: path,
                what:
                    "\(refusal.found) in the sample entry at byte \(entry.offset) of track \(track.trackID) "
                    + "(expected \(refusal.expected))",
                "Encode the track anew (`ffmpeg -i IN \(codec) OUT.mp4`), or leave it out"
            )
        }
    }

    private func audioDescription() throws(ParseError) -> Result<Description, CodecRefusal> {
        let version = track.sampleDescriptions.fields.first ?? 0
        let entry = try entry.flattened
        // The channel count in the fields is used only if the configuration has none.
        let channels = Int(try AudioSampleEntry(entry.box, descriptionVersion: version).channelCount)
        guard let configuration = try AudioConfiguration.read(entry, channels: channels) else {
            return .failure(CodecRefusal(codec: entry.type))
        }
        if let refusal = configuration.refusal { return .failure(refusal) }
        let format = TrackFormat(
            codec: configuration.codec,
            sampleEntry: try entry.isoAudioEntry(configuration.sound),
            codedSize: nil,
            audio: configuration.sound
        )
        return .success(Description(format: format, isIndependent: configuration.isIndependent))
    }

    private func videoDescription(
        _ warnings: inout [String]
    ) throws(ParseError) -> Result<Description, CodecRefusal> {
        let fields = try VisualSampleEntry(entry.box)
        guard let configuration = try VideoConfiguration.read(entry) else {
            return .failure(CodecRefusal(codec: entry.type))
        }
        if let refusal = configuration.refusal { return .failure(refusal) }
        guard fields.width > 0, fields.height > 0 else {
            throw .invalid(
                offset: entry.offset,
                field: "size of pictures in sample entry '\(entry.type)'",
                found: "\(fields.width)x\(fields.height)",
                expected: "at least 1x1"
            )
        }
        warnings += configuration.warnings.map { "track \(track.trackID): \($0)" }
        let format = TrackFormat(
            codec: configuration.codec,
            sampleEntry: entry.isoVideoEntry,
            codedSize: TrackFormat.Picture(width: Int(fields.width), height: Int(fields.height)),
            audio: nil
        )
        return .success(Description(format: format, isIndependent: false))
    }
}
