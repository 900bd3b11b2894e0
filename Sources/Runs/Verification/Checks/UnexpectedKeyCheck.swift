import HLSPlaylists
import Inspection
import Presentations

/// Reports key lines in a presentation that is expected to be clear.
enum UnexpectedKeyCheck {
    /// Returns a finding for each playlist with key lines.
    static func findings(_ presentation: Presentation) -> [Finding] {
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
}
