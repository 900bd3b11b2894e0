import KeyStore
import Presentations
import ProtectionTerms

/// The media that the keys of a plan protect, in the terms of key servers.
enum SlotMedia {
    /// Returns the media of each slot, without duplicates, in the order of the renditions.
    static func media(
        of plan: ProtectionPlan,
        _ granularity: KeyGranularity
    ) -> [KeySlot: [KeyRequirement.Media]] {
        var media: [KeySlot: [KeyRequirement.Media]] = [:]
        for index in plan.presentation.renditions.indices {
            let kinds = kinds(of: plan.presentation.renditions[index], granularity)
            for slot in plan.media.slots(ofRendition: index, in: plan.presentation) {
                for kind in kinds where !media[slot, default: []].contains(kind) {
                    media[slot, default: []].append(kind)
                }
            }
        }
        return media
    }

    /// Returns the kinds of media that a rendition may have.
    ///
    /// Subtitles share the key of audio. Media without a description may be both video and audio.
    private static func kinds(
        of rendition: MediaRendition,
        _ granularity: KeyGranularity
    ) -> [KeyRequirement.Media] {
        switch rendition.role.media {
        case .audio, .subtitles: [.audio(channels: nil)]
        case .video: [.video(pixels: pixels(of: rendition.role, granularity))]
        case .unknown:
            TrackSelection.trackClass(of: rendition) == .audio
                ? [.audio(channels: nil)] : [.video(pixels: nil), .audio(channels: nil)]
        }
    }

    private static func pixels(
        of role: RenditionRole,
        _ granularity: KeyGranularity
    ) -> ClosedRange<Int>? {
        guard let resolution = role.resolution else { return nil }
        switch granularity {
        case .presentation: return nil
        case .type: return TrackClass(pixelCount: resolution.pixelCount).pixels
        case .rendition:
            let count = Int(clamping: resolution.pixelCount)
            return count...count
        }
    }
}
