import HLSPlaylists

/// Selects the I-frame variants, which are kept if variants with the same pictures are kept.
///
/// An I-frame variant whose size no variant has must satisfy the `resolution` conditions for variants, and is
/// kept with the variants of its codec. Only expressions with `type=i-frames` select I-frame variants
/// directly.
struct IFrameSelection {
    let playlist: MultivariantPlaylist
    let filter: SelectionFilter

    /// Returns the indices of the I-frame variants that are kept with these variants.
    func kept(beside variants: [Int]) -> [Int] {
        let allPictures = Pictures(playlist.variants.map(\.stream))
        let keptPictures = Pictures(variants.map { playlist.variants[$0].stream })
        let lostPathways = PathwayCheck.lostPathways(playlist, keeping: variants)
        return playlist.iFrameVariants.indices.filter { index in
            let stream = playlist.iFrameVariants[index].stream
            let isOnLostPathway = stream.pathwayID.map(lostPathways.contains) ?? false
            guard !isOnLostPathway, filter.isKept(SelectionEntry(.iFrames, stream)) else { return false }
            let sizedKeys = Pictures.keys(of: stream, isSized: true)
            if !allPictures.isDisjoint(with: sizedKeys) { return !keptPictures.isDisjoint(with: sizedKeys) }
            let unsizedKeys = Pictures.keys(of: stream, isSized: false)
            return isOfKeptSize(stream)
                && (allPictures.isDisjoint(with: unsizedKeys) || !keptPictures.isDisjoint(with: unsizedKeys))
        }
    }

    /// Indicates whether the size of an I-frame variant satisfies the conditions for variants.
    ///
    /// Other conditions cannot be evaluated for it. They are ignored in `--keep`; a `--drop` with such
    /// conditions does not apply.
    private func isOfKeptSize(_ stream: StreamInformation) -> Bool {
        let entry = SelectionEntry(.variant, stream)
        guard entry.resolution != nil else { return true }
        let keeps = filter.keeps.filter { $0.applies(to: entry) }.map { keep in
            keep.conditions.filter { $0.attribute == .resolution }
        }
        let isLeftOut = filter.drops.contains { drop in
            drop.applies(to: entry)
                && drop.conditions.allSatisfy { $0.attribute == .resolution && $0.holds(for: entry) }
        }
        return !isLeftOut
            && (keeps.isEmpty || keeps.contains { $0.allSatisfy { $0.holds(for: entry) } })
    }
}

/// The kinds of pictures of some variants: video range, with or without size, and four-character codec code.
private struct Pictures {
    /// A wildcard in place of the codec, which every variant with pictures has.
    private static let any = "*"
    /// A placeholder for the codecs of a variant that does not state them.
    private static let unstated = "?"

    private var keys: Set<[String]> = []

    init(_ streams: [StreamInformation]) {
        for stream in streams where !SelectionEntry(.variant, stream).hasNoPictures {
            let formats = Self.formats(stream)
            for isSized in [true, false] {
                guard let common = Self.common(stream, isSized: isSized) else { continue }
                keys.insert(common + [Self.any])
                if formats.isEmpty { keys.insert(common + [Self.unstated]) }
                for format in formats { keys.insert(common + [format]) }
            }
        }
    }

    func isDisjoint(with others: Set<[String]>) -> Bool { keys.isDisjoint(with: others) }

    /// Returns the kinds of pictures that match an I-frame variant; empty if a size is needed and it has
    /// none.
    static func keys(of stream: StreamInformation, isSized: Bool) -> Set<[String]> {
        guard let common = common(stream, isSized: isSized) else { return [] }
        let formats = formats(stream)
        return Set((formats.isEmpty ? [any] : formats + [unstated]).map { common + [$0] })
    }

    private static func common(_ stream: StreamInformation, isSized: Bool) -> [String]? {
        let range = (stream.videoRange ?? .sdr).rawValue
        guard isSized else { return [range] }
        return stream.resolution.map { [range, "\($0.width)x\($0.height)"] }
    }

    private static func formats(_ stream: StreamInformation) -> [String] {
        VariantCodecs.formats(stream.codecs).filter(VariantCodecs.isVideo).map {
            String($0.prefix { $0 != "." })
        }
    }
}
