import Bitstreams
import ISOBaseMedia

extension MediaTrack {
    /// Creates a track from the sample entries of a movie track.
    init(_ box: TrackBox) throws(ParseError) {
        self.init(identifier: box.trackID, content: Content(handler: box.media.handlerType))
        let descriptions = box.media.sampleDescriptions
        for entry in descriptions.entries {
            let description: SampleEntryDescription?
            switch content {
            case .video: description = try .video(entry)
            case .audio: description = try .audio(entry, descriptionVersion: descriptions.version)
            case .text: description = try .text(entry)
            case .other: description = nil
            }
            guard let description else { continue }
            if let codec = description.codec, !codecs.contains(codec) { codecs.append(codec) }
            if pictureSize == nil {
                pictureSize = description.pictureSize
                displaySize = description.displaySize
            }
            if audioObjectCount == nil { audioObjectCount = description.audioObjectCount }
        }
    }
}

extension MediaTrack.Content {
    /// Creates the kind of media that a handler_type names (ISO/IEC 14496-12, 12).
    init(handler: FourCharacterCode) {
        self =
            switch handler {
            case "vide": .video
            case "soun": .audio
            case "text", "subt", "sbtl", "clcp": .text
            default: .other
            }
    }
}
