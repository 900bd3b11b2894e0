import Foundation
import Glibc
import KeyStore
package import PresentationFixtures
package import Presentations
package import Protection
import Testing

/// A presentation with a key store for whole runs of `protect`; results are placed beside the input.
package final class RunFixture: Sendable {
    package let tree: TreeFixture
    package let keys: StoreFixture

    package var directory: TemporaryDirectory { tree.directory }

    package init(_ playlists: [String: String], media: [String: Int]) throws {
        // Blocks less than 3,856 bytes apart differ, so that a block at the wrong offset is noticed.
        tree = try TreeFixture(playlists, media: media) { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        keys = try StoreFixture()
    }

    /// Writes files of any content; the entry is `main.m3u8` unless the request names another.
    package init(files: [String: [UInt8]]) throws {
        tree = try TreeFixture([:])
        for (name, bytes) in files { try tree.directory.write(bytes, to: "in/" + name) }
        keys = try StoreFixture()
    }

    package func request(_ policy: ProtectionPolicy = ProtectionPolicy(), output: String = "out") throws
        -> ProtectionRequest
    {
        var request = ProtectionRequest(
            playlist: tree.root + "/main.m3u8",
            output: directory.path + "/" + output,
            keys: try KeyRequest()
        )
        request.policy = policy
        return request
    }

    @discardableResult
    package func run(
        _ request: ProtectionRequest,
        progress: any ProgressSink = SilentProgress(),
        cancellation: Cancellation = Cancellation()
    ) throws -> ProtectionReport {
        try ProtectionRun(request, store: keys.store, progress: progress, cancellation: cancellation)
            .execute()
    }

    /// Returns the only key of the store, as hexadecimal digits.
    package func key() throws -> String {
        let records = try keys.store.allRecords()
        #expect(records.count == 1)
        return try #require(records.first).key.digits
    }

    /// Returns all files of the result by name.
    package func output(_ name: String = "out") throws -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        let root = directory.path + "/" + name
        for file in try FileManager.default.subpathsOfDirectory(atPath: root)
        where Directory.status(of: root + "/" + file)?.isRegularFile == true {
            found[file] = try directory.read(name + "/" + file)
        }
        return found
    }

    /// Returns the IV in force at each URI line and `EXT-X-MAP` of a protected playlist.
    ///
    /// IVs are hexadecimal digits, and nil where the line is clear.
    package func ivs(_ playlist: String) throws -> [(line: String, iv: String?)] {
        var inForce: String?
        var found: [(String, String?)] = []
        let text = String(decoding: try directory.read("out/" + playlist), as: UTF8.self)
        for line in text.split(separator: "\n").map(String.init) {
            if line.hasPrefix("#EXT-X-KEY:") {
                inForce = line.components(separatedBy: "IV=0x").dropFirst().first
            } else if line.hasPrefix("#EXT-X-MAP:") || !line.hasPrefix("#") {
                found.append((line, inForce))
            }
        }
        return found
    }
}
