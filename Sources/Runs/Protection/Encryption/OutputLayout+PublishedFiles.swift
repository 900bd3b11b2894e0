import HLSPlaylists
import Presentations
import SampleEncryption

extension OutputLayout {
    /// Returns the MACs of the media resources in each output file that is entirely clear.
    ///
    /// Leaves out files with an I-frame that is in no segment: a reader of the result does not count its
    /// range as a media resource.
    ///
    /// - Parameter macs: the MACs of the media resources, in the order of the plan.
    /// - Returns: the MACs by output file, in the order of the offsets.
    func clearFiles(_ macs: [MediaMAC]) -> [TreePath: [MediaMAC]] {
        var clearMACs: [TreePath: [MediaMAC]] = [:]
        for (file, indices) in plan.media.files {
            let isClear = indices.allSatisfy { index in
                let planned = plan.media.resources[index]
                return planned.treatment.isClear
                    && !plan.presentation.renditions[planned.resource.origin.rendition].playlist.isIFramesOnly
            }
            if isClear { clearMACs[file] = indices.map { macs[$0] } }
        }
        return clearMACs
    }

    /// The output byte ranges of fMP4 initialization sections, by file, if the method encrypts samples.
    var movieSections: [TreePath: [Range<UInt64>]] {
        var sections: [TreePath: [Range<UInt64>]] = [:]
        for (index, planned) in plan.media.resources.enumerated() where planned.treatment.isFragmentedSection
        {
            sections[planned.outputFile, default: []].append(self[index].range)
        }
        return sections
    }
}
