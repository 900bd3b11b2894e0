import HLSPlaylists
import Inspection
import Presentations

/// Reports playlists that cannot be read completely, since what was left out of them is not checked.
enum UnreadPlaylistCheck: PresentationCheck {
    static func findings(on verified: VerifiedPresentation) -> [Finding] {
        let presentation = verified.presentation
        var seen: Set<TreePath> = []
        return verified.trees.faults.filter { seen.insert($0.playlist).inserted }.map { fault in
            let isEntry = presentation.multivariant != nil && fault.playlist == presentation.entry
            let consequence = isEntry ? "this line was ignored" : "its media were not checked"
            return Finding(
                .notChecked,
                "the playlist cannot be read completely, so \(consequence): \(fault.error.message)",
                playlist: fault.playlist.description,
                line: fault.error.line
            )
        }
    }
}
