import Ciphers
import HLSPlaylists
import LicenseMessages
import Presentations
import ProtectionTerms

/// The check that consecutive keys of a rendition differ, by URI and by bytes (first half of step R12).
struct RotationCheck {
    /// The maximum number of keys that are requested again, as a sample of all keys.
    static let renewalLimit = 16

    private let keys: [KeyUse]
    private let presentation: Presentation
    /// The indices of keys by key system and URI.
    private let indices: [KeySystem: [[UInt8]: Int]]

    init(_ keys: [KeyUse], _ presentation: Presentation) {
        self.keys = keys
        self.presentation = presentation
        var indices: [KeySystem: [[UInt8]: Int]] = [:]
        for (index, key) in keys.enumerated().reversed() {
            indices[key.key.system, default: [:]][Array(key.uri.utf8)] = index
        }
        self.indices = indices
    }

    /// Compares consecutive keys; `licenses` has the delivered keys by key index.
    func check(licenses: [Int: ContentKey]) -> StepResult {
        var result = StepResult()
        let sequences = presentation.renditions.flatMap { rendition in
            // Lines of several key systems name the same key, so each key system is compared separately.
            indices.keys.sorted { $0.name < $1.name }.map { sequence(in: rendition, of: $0) }
        }
        let longest = sequences.map(\.count).max() ?? 0
        if longest > 1, licenses.count > 1 {
            result.countRun(request: "the next key lines", result: "\(longest) keys follow each other")
        }
        for sequence in sequences {
            for (previous, next) in zip(sequence, sequence.dropFirst()) where previous != next {
                guard let first = licenses[previous], let second = licenses[next], first == second else {
                    continue
                }
                result.fail(
                    at: keys[next].location,
                    "the key line has the same key as the key line before it (\(keys[previous].location))",
                    remedy:
                        "Export all key periods, and let asset ids tell them apart: this rotation changes nothing."
                )
            }
        }
        return result
    }

    /// Returns the key indices of a key system over the segments of a rendition, without consecutive
    /// repetitions.
    private func sequence(in rendition: MediaRendition, of system: KeySystem) -> [Int] {
        var sequence: [Int] = []
        var lastKeys: [Int] = []
        for segment in rendition.playlist.segments where segment.keys != lastKeys {
            lastKeys = segment.keys
            for lineIndex in segment.keys {
                let line = rendition.playlist.keys[lineIndex].value
                guard line.system == system else { continue }
                let index = indices[system]?[Array((line.uri ?? "").utf8)]
                if let index, sequence.last != index { sequence.append(index) }
            }
        }
        return sequence
    }
}

extension Presentation {
    /// The longest target duration of the media playlists, in seconds.
    var longestTargetDuration: UInt64 { renditions.map(\.playlist.targetDuration).max() ?? 0 }
}
