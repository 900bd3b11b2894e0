import Failures
import HLSPlaylists
import KeyStore
import Presentations
import ProtectionTerms

/// Chooses the slot whose key protects a rendition in a key period: by `--key-per`, or by usage rules.
struct TrackSelection {
    let granularity: KeyGranularity
    /// The usage rules that came with the keys; they take precedence over the granularity.
    var rules: (any KeySelection)?

    /// Returns the slot of a rendition in a key period.
    ///
    /// - Parameters:
    ///   - rendition: the rendition to protect.
    ///   - period: the key period, from 0.
    ///   - bitrate: the average bitrate of its media in bits per second, or nil if unknown.
    /// - Returns: the track and period of the key.
    /// - Throws: `RunFailure` if the class is unknown, or the rules do not select one key.
    func slot(of rendition: MediaRendition, period: Int, bitrate: Int?) throws(RunFailure) -> KeySlot {
        guard let rules else { return KeySlot(track: try track(of: rendition), period: period) }
        do {
            let key = try rules.key(for: Self.traits(of: rendition, bitrate: bitrate), period: period)
            return KeySlot(track: key.track, period: key.period)
        } catch {
            throw .keySelection(rendition: rendition.name, reason: error.reason)
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
        traits.isWideColorGamut = role.isHDR ? true : nil
        traits.channels = role.media == .subtitles ? 2 : role.channels
        traits.bitrate = bitrate
        traits.labels = [rendition.name] + role.labels
        return traits
    }

    /// Returns the track of a rendition: `all`, its class, or its own name.
    func track(of rendition: MediaRendition) throws(RunFailure) -> String {
        switch granularity {
        case .presentation: return TrackClass.wholePresentation
        case .rendition: return rendition.name
        case .type:
            guard let trackClass = Self.trackClass(of: rendition) else {
                throw .unknownTrackClass(rendition: rendition.name, playlist: rendition.path)
            }
            return trackClass.rawValue
        }
    }

    /// Returns the class of a rendition (`--key-per type`), or nil if its resolution is unknown.
    ///
    /// Subtitles share the key of audio: of all classes, it is the one that the fewest devices are refused.
    static func trackClass(of rendition: MediaRendition) -> TrackClass? {
        switch rendition.role.media {
        case .audio, .subtitles: return .audio
        case .video: return rendition.role.resolution.map { TrackClass(pixelCount: $0.pixelCount) }
        case .unknown:
            let audioAndTextExtensions: Set = ["aac", "ac3", "ec3", "mp3", "vtt", "webvtt"]
            let extensions = rendition.playlist.segments.map { segment in
                String(segment.uri.prefix { $0 != "?" && $0 != "#" }.split(separator: ".").last ?? "")
                    .lowercased()
            }
            return !extensions.isEmpty && extensions.allSatisfy(audioAndTextExtensions.contains)
                ? .audio : nil
        }
    }
}
