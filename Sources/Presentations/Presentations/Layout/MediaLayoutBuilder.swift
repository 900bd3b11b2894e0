package import Failures
import HLSPlaylists
import SampleEncryption

/// Finds the files and byte ranges that the URIs of a presentation name.
///
/// Each byte range, whole file and `EXT-X-MAP` of a regular playlist is a media resource. An I-frame playlist
/// names bytes inside the resources of other playlists (RFC 8216bis 6.2.3). A file that only I-frame
/// playlists name is one media resource.
package struct MediaLayoutBuilder {
    private struct Location: Hashable {
        let file: TreePath
        let range: Range<UInt64>
    }

    private let presentation: Presentation
    private var versions: [TreePath: FileVersion] = [:]
    private var resources: [MediaResource] = []
    private var resourceAt: [Location: Int] = [:]
    private var resourcesOfFile: [TreePath: [Int]] = [:]

    private init(_ presentation: Presentation) {
        self.presentation = presentation
    }

    /// Builds the layout of a presentation.
    ///
    /// Opens every file once to check that it exists and to get its size.
    package static func layout(of presentation: Presentation) throws(RunFailure) -> MediaLayout {
        var builder = MediaLayoutBuilder(presentation)
        return try builder.build()
    }

    private mutating func build() throws(RunFailure) -> MediaLayout {
        var sections: [[MediaReference]] = []
        var segments: [[MediaReference?]] = []
        for index in presentation.renditions.indices {
            sections.append(try initializationSections(of: index))
            segments.append(
                presentation.renditions[index].playlist.isIFramesOnly ? [] : try self.segments(of: index)
            )
        }
        try checkOverlaps()
        try addIFrameFiles()
        sortResources()
        for index in presentation.renditions.indices
        where presentation.renditions[index].playlist.isIFramesOnly {
            segments[index] = try self.segments(of: index)
        }
        return MediaLayout(resources: resources, segments: segments, initializationSections: sections)
    }

    // MARK: Regular playlists

    private mutating func initializationSections(of index: Int) throws(RunFailure) -> [MediaReference] {
        let rendition = presentation.renditions[index]
        var references: [MediaReference] = []
        for section in rendition.playlist.initializationSections {
            let origin = MediaReference.Origin(rendition: index, playlist: rendition.path, line: section.line)
            let location = try locate(section.uri, section.byteRange, origin)
            references.append(
                try reference(to: location, .initialization, origin, hasByteRange: section.byteRange != nil)
            )
        }
        return references
    }

    private mutating func segments(of index: Int) throws(RunFailure) -> [MediaReference?] {
        let rendition = presentation.renditions[index]
        var references: [MediaReference?] = []
        for segment in rendition.playlist.segments {
            guard !segment.hasGap else {
                references.append(nil)
                continue
            }
            let origin = MediaReference.Origin(
                rendition: index,
                playlist: rendition.path,
                line: segment.uriLine
            )
            let location = try locate(segment.uri, segment.byteRange, origin)
            let hasByteRange = segment.byteRange != nil
            references.append(
                rendition.playlist.isIFramesOnly
                    ? try iFrameReference(to: location, origin, hasByteRange: hasByteRange)
                    : try reference(to: location, .segment, origin, hasByteRange: hasByteRange)
            )
        }
        return references
    }

    private mutating func reference(
        to location: Location,
        _ content: IVContext.Content,
        _ origin: MediaReference.Origin,
        hasByteRange: Bool
    ) throws(RunFailure) -> MediaReference {
        let known = resourceAt[location]
        let resourceIndex = if let known { known } else { try add(location, content, origin) }
        guard resources[resourceIndex].content == content else {
            throw .segmentIsInitializationSection(
                file: location.file,
                origin,
                resources[resourceIndex].origin
            )
        }
        let length = location.range.upperBound - location.range.lowerBound
        return MediaReference(resource: resourceIndex, range: 0..<length, hasByteRange: hasByteRange)
    }

    private mutating func add(
        _ location: Location,
        _ content: IVContext.Content,
        _ origin: MediaReference.Origin
    ) throws(RunFailure) -> Int {
        guard let version = versions[location.file] else { throw .fault("\(location.file): not looked at") }
        resources.append(
            MediaResource(
                file: location.file,
                clearRange: location.range,
                content: content,
                version: version,
                origin: origin
            )
        )
        resourceAt[location] = resources.count - 1
        resourcesOfFile[location.file, default: []].append(resources.count - 1)
        return resources.count - 1
    }

    private mutating func locate(
        _ uri: String,
        _ byteRange: ByteRange?,
        _ origin: MediaReference.Origin
    ) throws(RunFailure) -> Location {
        let file = try mapErrors(to: { .uri(uri, playlist: origin.playlist, line: origin.line, $0) }) {
            () throws(URIResolution.Failure) in
            try URIResolution.resolve(uri, in: origin.playlist.folder)
        }
        let size = try size(of: file, origin)
        guard let byteRange else { return Location(file: file, range: 0..<size) }
        // An empty range would begin where the next one does: their order, on which IVs depend, would be
        // undefined.
        guard byteRange.length > 0 else { throw .emptyByteRange(origin) }
        guard byteRange.end <= size else {
            throw .byteRangeBeyondFile(file: file, range: byteRange.text, size: size, origin)
        }
        return Location(file: file, range: byteRange.offset..<byteRange.end)
    }

    private mutating func size(
        of file: TreePath,
        _ origin: MediaReference.Origin
    ) throws(RunFailure) -> UInt64 {
        if let version = versions[file] { return version.size }
        try presentation.files.checkLink(file)
        let version = try mapErrors(to: { RunFailure(reading: file, origin, $0) }) {
            () throws(SourceFileError) in
            try presentation.files.open(file).version
        }
        versions[file] = version
        return version.size
    }

    private func checkOverlaps() throws(RunFailure) {
        for members in resourcesOfFile.values {
            let ordered = members.map { resources[$0] }.sorted {
                ($0.clearRange.lowerBound, $0.clearRange.upperBound)
                    < ($1.clearRange.lowerBound, $1.clearRange.upperBound)
            }
            for (first, second) in zip(ordered, ordered.dropFirst())
            where first.clearRange.upperBound > second.clearRange.lowerBound {
                throw .overlappingRanges(file: first.file, first.origin, second.origin)
            }
        }
    }

    // MARK: I-frame playlists

    /// Adds one media resource for each file whose media only I-frame playlists name: all bytes after its
    /// initialization sections.
    private mutating func addIFrameFiles() throws(RunFailure) {
        for (index, rendition) in presentation.renditions.enumerated() where rendition.playlist.isIFramesOnly
        {
            for segment in rendition.playlist.segments where !segment.hasGap {
                let origin = MediaReference.Origin(
                    rendition: index,
                    playlist: rendition.path,
                    line: segment.uriLine
                )
                let location = try locate(segment.uri, segment.byteRange, origin)
                let members = resourcesOfFile[location.file] ?? []
                guard members.allSatisfy({ resources[$0].content == .initialization }) else { continue }
                let start = members.map { resources[$0].clearRange.upperBound }.max() ?? 0
                let size = try size(of: location.file, origin)
                _ = try add(Location(file: location.file, range: start..<size), .segment, origin)
            }
        }
    }

    private func iFrameReference(
        to location: Location,
        _ origin: MediaReference.Origin,
        hasByteRange: Bool
    ) throws(RunFailure) -> MediaReference {
        let range = location.range
        guard let holder = mediaResource(holding: location) else {
            throw .iFrameOutsideSegments(
                file: location.file,
                range: "\(range.upperBound - range.lowerBound)@\(range.lowerBound)",
                origin
            )
        }
        let start = resources[holder].clearRange.lowerBound
        return MediaReference(
            resource: holder,
            range: range.lowerBound - start..<range.upperBound - start,
            hasByteRange: hasByteRange
        )
    }

    /// Returns the index of the media resource that holds the bytes; requires sorted media resources
    /// (`sortResources`).
    private func mediaResource(holding location: Location) -> Int? {
        let members = resourcesOfFile[location.file] ?? []
        var candidates = members[...]
        // Binary search for the last media resource that does not start after the range.
        while candidates.count > 1 {
            let middle = candidates.startIndex + candidates.count / 2
            let startsAfter = resources[candidates[middle]].clearRange.lowerBound > location.range.lowerBound
            candidates = startsAfter ? candidates[..<middle] : candidates[middle...]
        }
        return candidates.first {
            resources[$0].content == .segment && resources[$0].clearRange.contains(location.range)
        }
    }

    private mutating func sortResources() {
        let clearRanges = resources.map(\.clearRange)
        resourcesOfFile = resourcesOfFile.mapValues { members in
            members.sorted { clearRanges[$0].lowerBound < clearRanges[$1].lowerBound }
        }
        for members in resourcesOfFile.values {
            for (ordinal, index) in members.enumerated() {
                resources[index] = resources[index].numbered(ordinal)
            }
        }
    }
}
