import KeyStore
import ProtectionTerms

/// The encryption contract of SPEKE v2: the media that each key protects.
///
/// It consists of the values of `ContentKeyUsageRule@intendedTrackType` and the filters of the rules. A value
/// has as many parts, joined by `+`, as there are filters; values are unique among the keys of a period.
struct EncryptionContract {
    /// The track type of each requirement, in the order of the requirements.
    let types: [String]

    init(_ requirements: [KeyRequirement]) {
        let mediaTypes = requirements.map { Self.type(of: $0.media) }
        types = requirements.indices.map { index in
            let isShared = requirements.indices.contains { otherIndex in
                otherIndex != index && mediaTypes[otherIndex] == mediaTypes[index]
                    && requirements[otherIndex].identity.period == requirements[index].identity.period
            }
            return isShared ? Self.type(named: requirements[index]) : mediaTypes[index]
        }
    }

    /// Indicates whether the media are all video and all audio, for a single key.
    static func isAll(_ media: [KeyRequirement.Media]) -> Bool {
        Set(media) == [.video(pixels: nil), .audio(channels: nil)]
    }

    private static func type(of media: [KeyRequirement.Media]) -> String {
        isAll(media) ? "ALL" : media.map(part).joined(separator: "+")
    }

    /// Returns the track type of AWS's encryption presets that means these media, otherwise `VIDEO` or
    /// `AUDIO`.
    private static func part(_ media: KeyRequirement.Media) -> String {
        switch media {
        case .video(let pixels):
            TrackClass.allCases.first { pixels != nil && $0.pixels == pixels }?.rawValue.uppercased()
                ?? "VIDEO"
        case .audio(let channels):
            switch (channels?.atLeast, channels?.atMost) {
            case (nil, 2): "STEREO_AUDIO"
            case (3, nil): "MULTICHANNEL_AUDIO"
            case (3, 6): "MULTICHANNEL_AUDIO_3_6"
            case (7, nil): "MULTICHANNEL_AUDIO_7"
            default: "AUDIO"
            }
        }
    }

    /// Returns a track type made from the track name, for a key whose media type another key of the same
    /// period also has.
    private static func type(named requirement: KeyRequirement) -> String {
        let track = requirement.identity.track.replacing("+", with: "_")
        guard requirement.media.count > 1 else { return track }
        return requirement.media.indices.map { "\(track)-\($0 + 1)" }.joined(separator: "+")
    }
}

extension ClosedRange<Int> {
    /// The lower bound, or nil if it excludes nothing.
    var atLeast: Int? { lowerBound > 1 ? lowerBound : nil }
    /// The upper bound, or nil if there is none.
    var atMost: Int? { upperBound < Int.max ? upperBound : nil }
}
