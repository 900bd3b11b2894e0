import CommonEncryption
import Foundation
import HLSPlaylists
import KeyStore
import PlaylistLinting
import PresentationFixtures
import ProtectionFixtures
import ProtectionTerms
import SampleEncryption
import Testing
import TextFormats

@testable import Presentations
@testable import Protection

/// A presentation of fMP4, whole runs that protect it, and readers of the results.
final class FragmentRun {
    let fixture: RunFixture
    let clear: [String: [UInt8]]
    private let entry: String

    /// Creates a run on a folder of SampleMedia, or on these files.
    init(_ name: String = "fmp4", entry: String = "multivariant.m3u8", files: [String: [UInt8]]? = nil) throws
    {
        clear = try files ?? SampleFile.tree(name)
        fixture = try RunFixture(files: clear)
        self.entry = entry
    }

    func request(_ policy: ProtectionPolicy, jobs: Int = 2, output: String = "out") throws
        -> ProtectionRequest
    {
        var request = try fixture.request(policy, output: output)
        request.source = PlaylistSource(fixture.tree.root + "/" + entry, root: nil)
        request.jobs = jobs
        return request
    }

    @discardableResult
    func run(
        _ policy: ProtectionPolicy,
        jobs: Int = 2,
        output: String = "out"
    ) throws -> (report: ProtectionReport, files: [String: [UInt8]]) {
        let report = try fixture.run(try request(policy, jobs: jobs, output: output))
        return (report, try fixture.output(output))
    }

    /// Reads the playlists of a tree.
    func tree(_ folder: String) throws -> PlaylistTree {
        try PlaylistTreeReader(path: fixture.directory.path + "/" + folder + "/" + entry, root: nil).read()
    }

    /// Returns the lint findings of a tree: rules with lines.
    func findings(_ folder: String = "out") throws -> [String] {
        let tree = try tree(folder)
        let subject = LintInput(
            name: tree.entry.description,
            multivariant: tree.multivariant,
            media: tree.media.map {
                .init(name: $0.path.description, reading: $0.reading, references: $0.references)
            }
        )
        return PlaylistLinter.findings(subject).map { "\($0.playlist):\($0.line ?? 0): \($0.message)" }
            .sorted()
    }

    // MARK: Reading results

    /// A segment or I-frame that a playlist references.
    struct Named {
        let playlist: String
        let isIFrame: Bool
        let bytes: [UInt8]
        /// The offset in its file, in bytes.
        let offset: UInt64
        let section: [UInt8]
        let key: EncryptionKey?
    }

    /// Returns all segments and I-frames that the playlists of a tree reference, in order.
    func referenced(in folder: String, _ files: [String: [UInt8]]) throws -> [Named] {
        try tree(folder).media.flatMap { media -> [Named] in
            let playlist = media.reading.playlist
            return try playlist.segments.map { segment in
                let map = playlist.initializationSections[try #require(segment.initializationSection)]
                let (bytes, offset) = try read(segment.uri, segment.byteRange, media.path, files)
                return Named(
                    playlist: media.path.description,
                    isIFrame: playlist.isIFramesOnly,
                    bytes: bytes,
                    offset: offset,
                    section: try read(map.uri, map.byteRange, media.path, files).bytes,
                    key: segment.keys.first.map { playlist.keys[$0].value }
                )
            }
        }
    }

    private func read(
        _ uri: String,
        _ range: ByteRange?,
        _ playlist: TreePath,
        _ files: [String: [UInt8]]
    ) throws -> (bytes: [UInt8], offset: UInt64) {
        let name = try URIResolution.resolve(uri, in: playlist.folder).description
        let bytes = try #require(files[name], "\(name)")
        guard let range else { return (bytes, 0) }
        return (Array(bytes[Int(range.offset)..<Int(range.end)]), range.offset)
    }

    /// Returns the record that a key line names by `skd://TITLE/TRACK/PERIOD/GENERATION`.
    private func record(_ key: EncryptionKey?) throws -> KeyRecord? {
        guard let parts = key?.uri?.split(separator: "/").map(String.init) else { return nil }
        let records = try fixture.keys.store.allRecords()
        let track = parts.dropFirst(2).dropLast(2).joined(separator: "/").removingPercentEncoding
        let found = records.first {
            $0.identity.track == track && String($0.identity.period) == parts.suffix(2).first
        }
        let record: KeyRecord = try #require(found)
        return record
    }

    /// Decrypts a segment and returns the records of its invariant.
    func invariant(_ named: Named) throws -> [String] {
        let section = try InitializationSection(named.section)
        let record = try record(named.key)
        var reader = try InvariantReader(
            .fragmentedMP4(section.movie, keyID: record?.keyID.bytes),
            key: record.map { SampleAESKey(key: $0.key, iv: $0.iv) },
            isWhole: !named.isIFrame,
            at: named.offset
        )
        var done = 0
        var found: [String] = []
        repeat {
            let count = min(10_000, named.bytes.count - done)
            reader.fill(count: count) { buffer, range in
                for index in 0..<count { buffer[range.lowerBound + index] = named.bytes[done + index] }
                return count
            }
            done += count
            while let record = try reader.next(isLast: done == named.bytes.count) {
                found.append(
                    reader.withBytes(of: record) { "\(record.kind) \(Hexadecimal.encode($0))" }
                )
            }
        } while done < named.bytes.count
        return found
    }
}
