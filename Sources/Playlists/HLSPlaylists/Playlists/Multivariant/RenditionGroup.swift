/// A group of renditions: those of one type with one `GROUP-ID` (RFC 8216bis 4.4.6.1.1).
package struct RenditionGroup: Hashable, Sendable {
    /// The media type of the renditions.
    package let type: Rendition.MediaType
    /// The `GROUP-ID` that variants refer to.
    package let id: String

    /// Creates a group.
    package init(_ type: Rendition.MediaType, _ id: String) {
        self.type = type
        self.id = id
    }
}

extension Variant {
    /// The groups that the variant refers to.
    package var groups: [RenditionGroup] {
        let names: [(Rendition.MediaType, String?)] = [
            (.audio, audio), (.video, stream.video), (.subtitles, subtitles),
            (.closedCaptions, closedCaptions),
        ]
        return names.compactMap { type, id in id.map { RenditionGroup(type, $0) } }
    }
}

extension IFrameVariant {
    /// The video group that the I-frame variant refers to, or nil if it has none.
    package var group: RenditionGroup? { stream.video.map { RenditionGroup(.video, $0) } }
}

extension MultivariantPlaylist {
    /// Returns the renditions of a group in order; empty if there is no such group.
    package func renditions(in group: RenditionGroup) -> [Rendition] {
        groups[group, default: []].map { renditions[$0] }
    }

    /// Returns the renditions of all groups that a variant refers to.
    package func renditions(of variant: Variant) -> [Rendition] {
        variant.groups.flatMap(renditions(in:))
    }

    /// Returns the renditions of the group that an I-frame variant refers to.
    package func renditions(of variant: IFrameVariant) -> [Rendition] {
        variant.group.map(renditions(in:)) ?? []
    }
}
