import HLSPlaylists
import Presentations
import ProtectionTerms

extension MediaPlaylist {
    /// The methods of encryption: of segments, and of initialization sections that are encrypted as a whole.
    var encryptionMethods: Set<ProtectionMethod> {
        let indices = Set(segments.flatMap(\.keys) + sectionKeyIndices)
        return Set(indices.compactMap { ProtectionMethod(keys[$0].value.method) })
    }

    /// Indicates whether any segment is encrypted.
    var hasEncryptedSegment: Bool { firstEncryptedStart != nil }

    /// Indicates whether any initialization section is encrypted as a whole.
    var hasEncryptedSection: Bool { !sectionKeyIndices.isEmpty }

    /// The start time of the first encrypted segment, or nil if there is none.
    var firstEncryptedStart: Duration? {
        var start = Duration.zero
        for segment in segments {
            if !segment.keys.isEmpty, !segment.hasGap { return start }
            start += segment.duration
        }
        return nil
    }

    /// The start time of the last segment.
    var lastSegmentStart: Duration { segments.dropLast().reduce(.zero) { $0 + $1.duration } }

    /// The indices of the keys that encrypt initialization sections; methods that encrypt samples do not.
    private var sectionKeyIndices: [Int] {
        initializationSections.flatMap(\.keys).filter { key in
            ProtectionMethod(keys[key].value.method).map { !$0.encryptsSamples } ?? false
        }
    }
}
