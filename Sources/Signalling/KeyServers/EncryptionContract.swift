import KeyStore
import ProtectionTerms

/// What of a title each key protects, in the words of SPEKE v2: `ContentKeyUsageRule@intendedTrackType` and its filters.
///
/// A type is as many parts, joined by `+`, as there are filters; types are unique among the keys of a period.
struct EncryptionContract {
    /// The type of each requirement, in their order.
    let types: [String]

    init(_ requirements: [KeyRequirement]) {
        let wanted = requirements.map { Self.type(of: $0.media) }
        types = requirements.indices.map { index in
            let isShared = requirements.indices.contains { other in
                other != index && wanted[other] == wanted[index]
                    && requirements[other].identity.period == requirements[index].identity.period
            }
            return isShared ? Self.type(named: requirements[index]) : wanted[index]
        }
    }

    /// One key for all pictures and all sound.
    static func isAll(_ media: [KeyRequirement.Media]) -> Bool {
        Set(media) == [.video(pixels: nil), .audio(channels: nil)]
    }

    private static func type(of media: [KeyRequirement.Media]) -> String {
        isAll(media) ? "ALL" : media.map(part).joined(separator: "+")
    }

    /// The names of AWS's encryption presets where they say the same.
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

    /// Keys for the same kind of media are told apart by their tracks.
    private static func type(named requirement: KeyRequirement) -> String {
        let track = requirement.identity.track.replacing("+", with: "_")
        guard requirement.media.count > 1 else { return track }
        return requirement.media.indices.map { "\(track)-\($0 + 1)" }.joined(separator: "+")
    }
}

extension ClosedRange<Int> {
    /// The lower end; nil where nothing is below it.
    var atLeast: Int? { lowerBound > 1 ? lowerBound : nil }
    /// The upper end; nil where there is none.
    var atMost: Int? { upperBound < Int.max ? upperBound : nil }
}
