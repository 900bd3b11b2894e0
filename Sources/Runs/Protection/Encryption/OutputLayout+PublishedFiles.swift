import HLSPlaylists
import Presentations

extension MediaLayout {
    /// Returns the MACs of the media resources in each output file that is entirely clear.
    ///
    /// Leaves out files with an I-frame that is in no segment: a reader of the result does not count its
    /// range as a media resource.
    func clearFiles(
        of presentation: Presentation,
        _ macs: [ResourceWriter.ResourceMAC]
    ) -> [TreePath: [MediaMAC]] {
        var indicesByFile: [TreePath: [Int]] = [:]
        for (index, resource) in resources.enumerated() {
            indicesByFile[resource.outputFile, default: []].append(index)
        }
        var clearMACs: [TreePath: [MediaMAC]] = [:]
        for (file, indices) in indicesByFile {
            let isClear = indices.allSatisfy { index in
                resources[index].protection == .clear
                    && !presentation.renditions[resources[index].origin.rendition].playlist.isIFramesOnly
            }
            guard isClear else { continue }
            clearMACs[file] = indices.sorted { resources[$0].outputOffset < resources[$1].outputOffset }
                .map { MediaMAC(length: macs[$0].length, mac: macs[$0].bytes) }
        }
        return clearMACs
    }

    /// The output byte ranges of fMP4 initialization sections, by file, if the method encrypts samples.
    var movieSections: [TreePath: [Range<UInt64>]] {
        var sections: [TreePath: [Range<UInt64>]] = [:]
        for resource in resources where resource.isFragmentedSection {
            sections[resource.outputFile, default: []].append(resource.outputRange)
        }
        return sections
    }
}
