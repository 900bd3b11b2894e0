/// A group of renditions: those of one type with one `GROUP-ID` (RFC 8216bis 4.4.6.1.1).
package struct RenditionGroup: Hashable, Sendable {
    /// What its renditions are.
    package let type: Rendition.MediaType
    /// What variants call it.
    package let id: String

    /// A group.
    package init(_ type: Rendition.MediaType, _ id: String) {
        self.type = type
        self.id = id
    }
}

extension Variant {
    /// The groups that it names.
    package var groups: [RenditionGroup] {
        let names: [(Rendition.MediaType, String?)] = [
            (.audio, audio), (.video, stream.video), (.subtitles, subtitles),
            (.closedCaptions, closedCaptions),
        ]
        return names.compactMap { type, id in id.map { RenditionGroup(type, $0) } }
    }
}

extension IFrameVariant {
    /// The group that it names.
    package var group: RenditionGroup? { stream.video.map { RenditionGroup(.video, $0) } }
}

extension MultivariantPlaylist {
    /// The renditions of a group in order; none when there is no such group.
    package func renditions(in group: RenditionGroup) -> [Rendition] {
        groups[group, default: []].map { renditions[$0] }
    }

    /// The renditions of all groups that a variant names.
    package func renditions(of variant: Variant) -> [Rendition] {
        variant.groups.flatMap(renditions(in:))
    }

    /// The renditions of the group that an I-frame variant names.
    package func renditions(of variant: IFrameVariant) -> [Rendition] {
        variant.group.map(renditions(in:)) ?? []
    }
}
