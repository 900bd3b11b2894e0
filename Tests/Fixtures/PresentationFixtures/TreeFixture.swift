import Foundation
package import Presentations

/// A presentation on disk: playlists by name, and media files given by their sizes alone.
package final class TreeFixture: Sendable {
    package let directory: TemporaryDirectory

    package var root: String { directory.path + "/in" }

    /// Writes the files; media bytes are zero unless `byteAt` returns others for their offsets.
    package init(
        _ playlists: [String: String],
        media: [String: Int] = [:],
        byteAt: (Int) -> UInt8 = { _ in 0 }
    ) throws {
        directory = try TemporaryDirectory()
        for (name, text) in playlists {
            try directory.write(text.utf8, to: "in/" + name)
        }
        for (name, size) in media {
            try directory.write((0..<size).map(byteAt), to: "in/" + name)
        }
    }

    /// Writes a media playlist `main.m3u8` with these lines after `#EXTM3U` and the target duration.
    package convenience init(media lines: [String], files: [String: Int]) throws {
        try self.init(["main.m3u8": Self.mediaPlaylist(lines)], media: files)
    }

    package static func mediaPlaylist(_ lines: [String]) -> String {
        (["#EXTM3U", "#EXT-X-TARGETDURATION:6"] + lines).joined(separator: "\n") + "\n"
    }

    package func presentation(_ entry: String = "main.m3u8", root: String? = nil) throws -> Presentation {
        try PresentationReader(path: self.root + "/" + entry, root: root).read()
    }

    package func layout(_ entry: String = "main.m3u8") throws -> MediaLayout {
        try MediaLayoutBuilder.layout(of: presentation(entry))
    }
}

extension TreePath {
    package init(_ text: String) {
        self.init(components: text.split(separator: "/").map(String.init))
    }
}

extension MediaReference.Origin {
    /// Returns the origin on a line of `main.m3u8`, the only rendition.
    package static func main(_ line: Int) -> Self {
        Self(rendition: 0, playlist: TreePath("main.m3u8"), line: line)
    }
}
