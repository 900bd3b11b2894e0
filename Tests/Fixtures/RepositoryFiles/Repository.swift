package import Foundation

/// Files of the repository that tests read.
package enum Repository {
    /// The folder that contains `Package.swift`.
    package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The media and playlists that tests share.
    package static let sampleMedia = root.appending(path: "SampleMedia")

    /// Returns the bytes of a file of `SampleMedia`.
    package static func sampleBytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: sampleMedia.appending(path: name)))
    }
}
