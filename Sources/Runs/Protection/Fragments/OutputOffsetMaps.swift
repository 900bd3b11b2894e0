import CommonEncryption
import Presentations
import SampleEncryption

/// The output offsets of the bytes of each fMP4 file.
struct OutputOffsetMaps: Sendable {
    /// The offsets by output file, for files with several media resources.
    private var shared: [TreePath: FileOffsetMap] = [:]

    /// Creates the offsets from a layout whose sizes and offsets are known.
    init(_ layout: MediaLayout) {
        let carried = Dictionary(grouping: layout.carriedBoxes) { $0.file }
        for (file, members) in layout.files where members.count > 1 {
            let units = members.map { Self.run(of: layout.resources[$0]) }
            let boxes = (carried[file] ?? []).map { box in
                FileOffsetMap.Run(
                    clear: box.clearRange,
                    outputOffset: box.outputOffset,
                    outputLength: box.clearLength,
                    map: .identity
                )
            }
            shared[file] = FileOffsetMap(
                runs: (units + boxes).sorted { $0.clear.lowerBound < $1.clear.lowerBound }
            )
        }
    }

    /// Returns the offsets for a file with several media resources; empty for any other file.
    func offsets(of file: TreePath) -> FileOffsetMap { shared[file] ?? FileOffsetMap(runs: []) }

    /// Returns the offsets for references from within a media resource.
    func offsets(for unit: MediaResource) -> FileOffsetMap {
        shared[unit.outputFile] ?? FileOffsetMap(runs: [Self.run(of: unit)])
    }

    private static func run(of unit: MediaResource) -> FileOffsetMap.Run {
        FileOffsetMap.Run(
            clear: unit.clearRange,
            outputOffset: unit.outputOffset,
            outputLength: unit.outputLength,
            map: unit.transformation?.map ?? .identity
        )
    }
}
