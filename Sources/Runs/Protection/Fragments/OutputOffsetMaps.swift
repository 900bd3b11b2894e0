import CommonEncryption
import Presentations
import SampleEncryption

/// The output offsets of the bytes of each fMP4 file.
struct OutputOffsetMaps: Sendable {
    /// The offsets by output file, for files with several media resources.
    private var mapsByFile: [TreePath: FileOffsetMap] = [:]

    /// Creates the offsets from a layout whose sizes and offsets are known.
    init(_ layout: MediaLayout) {
        let carriedBoxes = Dictionary(grouping: layout.carriedBoxes) { $0.file }
        for (file, members) in layout.files where members.count > 1 {
            let resourceRuns = members.map { Self.run(of: layout.resources[$0]) }
            let boxRuns = (carriedBoxes[file] ?? []).map { box in
                FileOffsetMap.Run(
                    clearRange: box.clearRange,
                    outputOffset: box.outputOffset,
                    outputLength: box.clearLength,
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
    func offsets(for resource: MediaResource) -> FileOffsetMap {
        mapsByFile[resource.outputFile] ?? FileOffsetMap(runs: [Self.run(of: resource)])
    }

    private static func run(of resource: MediaResource) -> FileOffsetMap.Run {
        FileOffsetMap.Run(
            clearRange: resource.clearRange,
            outputOffset: resource.outputOffset,
            outputLength: resource.outputLength,
            map: resource.transformation?.map ?? .identity
        )
    }
}
