import CommonEncryption
import Presentations
import SampleEncryption

/// Where the bytes of each file of fMP4 are in the output.
struct OutputPlaces: Sendable {
    /// Of files of several units.
    private var shared: [TreePath: FilePlaces] = [:]

    /// Places from a layout whose sizes and offsets are known.
    init(_ layout: MediaLayout) {
        let carried = Dictionary(grouping: layout.carriedBoxes) { $0.file }
        for (file, members) in layout.files where members.count > 1 {
            let units = members.map { Self.run(of: layout.units[$0]) }
            let boxes = (carried[file] ?? []).map { box in
                FilePlaces.Run(
                    clear: box.clearRange,
                    outputOffset: box.outputOffset,
                    outputLength: box.clearLength,
                    map: .identity
                )
            }
            shared[file] = FilePlaces(
                runs: (units + boxes).sorted { $0.clear.lowerBound < $1.clear.lowerBound }
            )
        }
    }

    /// The places of a file.
    func places(of file: TreePath) -> FilePlaces { shared[file] ?? FilePlaces(runs: []) }

    /// The places for what refers to bytes from within a unit.
    func places(for unit: MediaUnit) -> FilePlaces {
        shared[unit.outputFile] ?? FilePlaces(runs: [Self.run(of: unit)])
    }

    private static func run(of unit: MediaUnit) -> FilePlaces.Run {
        FilePlaces.Run(
            clear: unit.clearRange,
            outputOffset: unit.outputOffset,
            outputLength: unit.outputLength,
            map: unit.transformation?.map ?? .identity
        )
    }
}
