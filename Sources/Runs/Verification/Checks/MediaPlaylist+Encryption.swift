import HLSPlaylists
import Presentations
import ProtectionTerms

extension MediaPlaylist {
    /// The methods of the keys that media are encrypted with: those of segments, and of sections that are encrypted as a whole.
    var encryptionMethods: Set<ProtectionMethod> {
        let indices = Set(segments.flatMap(\.keys) + sectionKeys)
        return Set(indices.compactMap { ProtectionMethod(keys[$0].value.method) })
    }

    /// Whether a segment is encrypted.
    var hasEncryptedSegment: Bool { encryptedStart != nil }

    /// Whether a section is encrypted as a whole.
    var hasEncryptedSection: Bool { !sectionKeys.isEmpty }

    /// Where the first encrypted segment starts; nil if none is.
    var encryptedStart: Duration? {
        var start = Duration.zero
        for segment in segments {
            if !segment.keys.isEmpty, !segment.hasGap { return start }
            start += segment.duration
        }
        return nil
    }

    /// Where the last segment starts.
    var lastStart: Duration { segments.dropLast().reduce(.zero) { $0 + $1.duration } }

    /// Keys of sections; under those of samples a section is clear.
    private var sectionKeys: [Int] {
        initializationSections.flatMap(\.keys).filter { key in
            ProtectionMethod(keys[key].value.method).map { !$0.encryptsSamples } ?? false
        }
    }
}
