import HLSPlaylists
import KeyStore
import Presentations
import ProtectionTerms

/// Names the slot whose key protects a rendition in a key period: by how many keys there are to be, or by rules that came
/// with the keys.
package struct TrackSelection {
    let granularity: KeyGranularity
    /// Rules that came with the keys; they go before the granularity.
    var rules: (any KeySelection)?

    /// The slot of a rendition in a key period.
    ///
    /// - Parameters:
    ///   - rendition: the rendition.
    ///   - period: the key period.
    ///   - bitrate: average bits a second of its media.
    /// - Returns: the slot.
    /// - Throws: `PresentationError` where its class is not known, or where rules do not give it one key.
    func slot(of rendition: MediaRendition, period: Int, bitrate: Int?) throws(PresentationError) -> KeySlot {
        guard let rules else { return KeySlot(track: try track(of: rendition), period: period) }
        do {
            let key = try rules.key(for: Self.traits(of: rendition, bitrate: bitrate), period: period)
            return KeySlot(track: key.track, period: key.period)
        } catch {
            throw .protection(.keySelection(rendition: rendition.name, reason: error.reason))
        }
    }

    private static func traits(of rendition: MediaRendition, bitrate: Int?) -> MediaTraits {
        let role = rendition.role
        var traits = MediaTraits(kind: .unknown)
        switch role.media {
        case .video: traits.kind = .video
        case .audio, .subtitles: traits.kind = .audio
        case .unknown: traits.kind = trackClass(of: rendition) == .audio ? .audio : .unknown
        }
        traits.pixels = role.resolution.map { Int(clamping: $0.pixelCount) }
        traits.framesPerSecond = role.framesPerSecond
        traits.isHDR = role.media == .video ? role.isHDR : nil
        traits.isWideColourGamut = role.isHDR ? true : nil
        traits.channels = role.media == .subtitles ? 2 : role.channels
        traits.bitrate = bitrate
        traits.labels = [rendition.name] + role.labels
        return traits
    }

    /// The track of a rendition: `all`, its class, or its own name.
    func track(of rendition: MediaRendition) throws(PresentationError) -> String {
        switch granularity {
        case .presentation: return TrackClass.all
        case .rendition: return rendition.name
        case .type:
            guard let trackClass = Self.trackClass(of: rendition) else {
                throw .protection(.unknownClass(rendition: rendition.name, playlist: rendition.path))
            }
            return trackClass.rawValue
        }
    }

    /// The class of a rendition (`--key-per type`); nil when nothing says how large its picture is.
    ///
    /// Subtitles share the audio's key: of all classes it is the one that the fewest devices are refused.
    static func trackClass(of rendition: MediaRendition) -> TrackClass? {
        switch rendition.role.media {
        case .audio, .subtitles: return .audio
        case .video: return rendition.role.resolution.map { TrackClass(pixelCount: $0.pixelCount) }
        case .unknown:
            let soundAndText: Set = ["aac", "ac3", "ec3", "mp3", "vtt", "webvtt"]
            let endings = rendition.playlist.segments.map { segment in
                String(segment.uri.prefix { $0 != "?" && $0 != "#" }.split(separator: ".").last ?? "")
                    .lowercased()
            }
            return !endings.isEmpty && endings.allSatisfy(soundAndText.contains) ? .audio : nil
        }
    }
}
