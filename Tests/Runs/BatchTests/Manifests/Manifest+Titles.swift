import Failures

@testable import Batch

extension Manifest {
    /// All titles, in memory.
    var titles: [ManifestTitle] {
        get throws {
            var titles: [ManifestTitle] = []
            try forEachTitle { titles.append($0) }
            return titles
        }
    }

    /// Returns a manifest of some of the titles, in the same format.
    func contents(of titles: some Sequence<ManifestTitle>) throws -> [UInt8] {
        let cursor = try makeCursor()
        return try titles.reduce(into: cursor.header) { $0 += try cursor.text(of: $1) }
    }
}
