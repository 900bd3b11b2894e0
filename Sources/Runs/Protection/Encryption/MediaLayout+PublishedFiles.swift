import HLSPlaylists
import Presentations

extension MediaLayout {
    /// The codes of the files that are clear as a whole.
    ///
    /// Files with an I-frame that stands in no segment are left out: its range is no medium of its own to who reads the result.
    func clearFiles(
        of presentation: Presentation,
        _ fingerprints: [UnitWriter.Fingerprint]
    ) -> [TreePath: [MediaCode]] {
        var members: [TreePath: [Int]] = [:]
        for (index, unit) in units.enumerated() { members[unit.outputFile, default: []].append(index) }
        var clear: [TreePath: [MediaCode]] = [:]
        for (file, indices) in members {
            let isWhole = indices.allSatisfy { index in
                units[index].protection == .clear
                    && !presentation.renditions[units[index].origin.rendition].playlist.isIFramesOnly
            }
            guard isWhole else { continue }
            clear[file] = indices.sorted { units[$0].outputOffset < units[$1].outputOffset }
                .map { MediaCode(length: fingerprints[$0].length, code: fingerprints[$0].code) }
        }
        return clear
    }

    /// Where the initialization sections of fMP4 are whose media are encrypted sample by sample, by their files.
    var movieSections: [TreePath: [Range<UInt64>]] {
        var sections: [TreePath: [Range<UInt64>]] = [:]
        for unit in units where unit.isMovieSection {
            sections[unit.outputFile, default: []].append(unit.outputRange)
        }
        return sections
    }
}
