import Glibc
import HLSPlaylists
import Presentations
import ProtectionTerms

/// The resources of a playlist to measure.
struct MeasurementPlan: Sendable {
    /// The initialization sections, in playlist order.
    let sections: [MeasuredResource]
    /// The segments, in playlist order.
    let segments: [MeasuredResource]
    /// The index in `sections` of each segment's initialization section, or nil if it has none.
    let sectionOfSegment: [Int?]

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - media: the playlist.
    ///   - root: the directory that no file may be outside of.
    ///   - scope: the extent of the measurement.
    init(_ media: PlaylistTree.Media, root: String, _ scope: PresentationMeasurer.Scope) {
        let playlist = media.reading.playlist
        let folder = media.path.folder
        let isReadable = { (keys: [Int]) in
            scope == .contents && keys.allSatisfy { playlist.keys[$0].method.leavesStructureClear }
        }
        sections = playlist.initializationSections.map { section in
            let depth: MeasuredResource.Depth =
                !playlist.isIFramesOnly && isReadable(section.keys) ? .content : .nothing
            return MeasuredResource(section.uri, section.byteRange, depth: depth, folder: folder, root: root)
        }
        segments = playlist.segments.map { segment in
            let hasReadableSection =
                segment.initializationSection.map {
                    isReadable(playlist.initializationSections[$0].keys)
                } ?? true
            let depth: MeasuredResource.Depth =
                if segment.hasGap {
                    .nothing
                } else if !playlist.isIFramesOnly, isReadable(segment.keys), hasReadableSection {
                    .content
                } else {
                    .size
                }
            return MeasuredResource(segment.uri, segment.byteRange, depth: depth, folder: folder, root: root)
        }
        sectionOfSegment = playlist.segments.map(\.initializationSection)
    }

    /// The number of bytes to read, for progress; files of unknown size count as empty.
    var expectedBytes: UInt64 {
        (sections + segments).reduce(0) { sum, resource in
            guard resource.depth == .content, case .file(let path) = resource.location else { return sum }
            return sum &+ (resource.range?.length ?? Self.size(of: path))
        }
    }

    private static func size(of path: String) -> UInt64 {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? UInt64(clamping: status.st_size) : 0
    }
}

extension EncryptionKey.Method {
    /// Indicates whether headers, timestamps and parameter sets can be read without the key.
    fileprivate var leavesStructureClear: Bool {
        switch self {
        case .none: true
        case .known(let method): method.encryptsSamples
        case .unknown: false
        }
    }
}
