import CommonEncryption
import Presentations
import SampleEncryption

/// The output offsets of the bytes of each fMP4 file.
struct OutputOffsetMaps: Sendable {
    /// The offsets by output file, for files with several media resources.
    private var mapsByFile: [TreePath: FileOffsetMap] = [:]

    /// Creates the offsets of laid out files.
    init(_ layout: OutputLayout) {
        let boxes = layout.plan.carriedBoxes
        let boxesByFile = Dictionary(grouping: boxes.indices) { boxes[$0].file }
        for (file, members) in layout.plan.media.files where members.count > 1 {
            let resourceRuns = members.map { Self.run(of: layout[$0]) }
            let boxRuns = boxesByFile[file, default: []].map { index in
                FileOffsetMap.Run(
                    clearRange: boxes[index].clearRange,
                    outputOffset: layout.boxOffsets[index],
                    outputLength: boxes[index].clearLength,
                    map: .identity
                )
            }
            mapsByFile[file] = FileOffsetMap(
                runs: (resourceRuns + boxRuns).sorted { $0.clearRange.lowerBound < $1.clearRange.lowerBound }
            )
        }
    }

    /// Returns the offsets for a file with several media resources; empty for any other file.
    func offsets(of file: TreePath) -> FileOffsetMap { mapsByFile[file] ?? FileOffsetMap(runs: []) }

    /// Returns the offsets for references from within a media resource.
    func offsets(for output: OutputResource) -> FileOffsetMap {
        mapsByFile[output.planned.outputFile] ?? FileOffsetMap(runs: [Self.run(of: output)])
    }

    private static func run(of output: OutputResource) -> FileOffsetMap.Run {
        FileOffsetMap.Run(
            clearRange: output.resource.clearRange,
            outputOffset: output.offset,
            outputLength: output.extent.length,
            map: output.extent.map
        )
    }
}
