import Failures
import HLSPlaylists
import Inspection
import Presentations
import ProtectionTerms

/// Adapts findings to the protection that is expected: a presentation with keys, or a clear one.
///
/// It needs the findings of all checks, and so is none of them.
enum ExpectedProtection {
    /// Returns the findings about the presentation that stay, and those about its protection as a whole.
    static func findings(
        _ findings: [Finding],
        on verified: VerifiedPresentation
    ) throws(RunFailure) -> [Finding] {
        if verified.request.expectsClear {
            // No key is expected: the key lines themselves are reported, not the faults of their keys.
            return findings.filter { ![.noRecord, .keyLine].contains($0.rule) }
                + keyLineFindings(verified.presentation)
        }
        guard !verified.renditions.contains(where: { $0.listed.encryptedSegmentCount > 0 }),
            !findings.contains(where: \.isError)
        else { return findings }
        return findings + [try nothingProtectedFinding(verified)]
    }

    /// Returns a finding for each playlist with key lines.
    private static func keyLineFindings(_ presentation: Presentation) -> [Finding] {
        var findings: [Finding] = []
        if let key = presentation.multivariant?.sessionKeys.first {
            findings.append(finding(key, in: presentation.entry))
        }
        for rendition in presentation.renditions {
            if let key = rendition.playlist.keys.first(where: { $0.value.method != .none }) {
                findings.append(finding(key, in: rendition.path))
            }
        }
        return findings
    }

    private static func finding(_ key: Located<EncryptionKey>, in playlist: TreePath) -> Finding {
        Finding(
            .keyLine,
            "a key line in a presentation that is to be clear (METHOD=\(key.value.method.name), expected none)",
            playlist: playlist.description,
            line: key.line
        )
    }

    /// Creates the finding that no segment is encrypted.
    ///
    /// It is a warning if the presentation is a known part, from which the encrypted segments were cut.
    private static func nothingProtectedFinding(
        _ verified: VerifiedPresentation
    ) throws(RunFailure) -> Finding {
        let isKnownPart = try verified.parts.isPublishedWithPart(verified.presentation.entry)
        return Finding(
            .notProtected,
            isKnownPart
                ? "no segment is encrypted: the encrypted ones are not in the part that was published"
                : "no segment is encrypted; give \(CommandOption.clear) if none should be, or \(CommandOption.contentID) if rewrite removed the encrypted ones",
            playlist: verified.presentation.entry.description,
            severity: isKnownPart ? .warning : .error
        )
    }
}
