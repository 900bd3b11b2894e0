import HLSPlaylists
import Presentations

extension MediaLayout {
    /// Returns the MACs of the media resources in each output file that is entirely clear.
    ///
    /// Leaves out files with an I-frame that is in no segment: a reader of the result does not count its
    /// range as a media resource.
    func clearFiles(
        of presentation: Presentation,
        _ fingerprints: [ResourceWriter.ResourceMAC]
    ) -> [TreePath: [MediaMAC]] {
        var members: [TreePath: [Int]] = [:]
        for (index, unit) in resources.enumerated() { members[unit.outputFile, default: []].append(index) }
        var clear: [TreePath: [MediaMAC]] = [:]
        for (file, indices) in members {
            let isWhole = indices.allSatisfy { index in
                resources[index].protection == .clear
                    && !presentation.renditions[resources[index].origin.rendition].playlist.isIFramesOnly
            }
            guard isWhole else { continue }
            clear[file] = indices.sorted { resources[$0].outputOffset < resources[$1].outputOffset }
                .map { MediaMAC(length: fingerprints[$0].length, code: fingerprints[$0].code) }
        }
        return clear
    }

    /// The output byte ranges of fMP4 initialization sections, by file, if the method encrypts samples.
    var movieSections: [TreePath: [Range<UInt64>]] {
        var sections: [TreePath: [Range<UInt64>]] = [:]
        for unit in resources where unit.isFragmentedSection {
            sections[unit.outputFile, default: []].append(unit.outputRange)
        }
        return sections
    }
}
