import Glibc
import HLSPlaylists
import Presentations
import ProtectionTerms

/// What is to be looked at of a playlist.
struct MeasuringPlan: Sendable {
    /// Its initialization sections, in the order of the playlist.
    let sections: [MeasuredResource]
    /// Its segments.
    let segments: [MeasuredResource]
    /// The initialization section of each segment, as an index into `sections`.
    let sectionOfSegment: [Int?]

    /// - Parameters:
    ///   - media: the playlist.
    ///   - root: the directory that no file may be out of.
    ///   - scope: what of the media is of interest.
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

    /// Bytes of all that is read, as far as can be told.
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
    /// Whether headers, timestamps and parameter sets can be read without the key.
    fileprivate var leavesStructureClear: Bool {
        switch self {
        case .none: true
        case .known(let method): method.encryptsSamples
        case .unknown: false
        }
    }
}
