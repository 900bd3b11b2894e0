import HLSPlaylists

/// Chooses I-frame variants: they go with the variants whose pictures they are of.
///
/// One that is of no variant's size is asked for the `resolution` that is asked of variants, and goes with the variants of its
/// codec. Expressions with `type=i-frames` are about them alone.
struct IFrameSelection {
    let playlist: MultivariantPlaylist
    let filter: SelectionFilter

    /// The indices of those that stay beside variants.
    func kept(beside variants: [Int]) -> [Int] {
        let all = Pictures(playlist.variants.map(\.stream))
        let kept = Pictures(variants.map { playlist.variants[$0].stream })
        let lost = PathwayCheck.lost(playlist, keeping: variants)
        return playlist.iFrameVariants.indices.filter { index in
            let stream = playlist.iFrameVariants[index].stream
            let isOnLostPathway = stream.pathwayID.map(lost.contains) ?? false
            guard !isOnLostPathway, filter.isKept(SelectionEntry(.iFrames, stream)) else { return false }
            let sized = Pictures.keys(of: stream, isSized: true)
            if !all.isDisjoint(with: sized) { return !kept.isDisjoint(with: sized) }
            let formats = Pictures.keys(of: stream, isSized: false)
            return isOfKeptSize(stream) && (all.isDisjoint(with: formats) || !kept.isDisjoint(with: formats))
        }
    }

    /// Tells whether the size of an I-frame variant is as is asked of variants; what else is asked is not known of it.
    private func isOfKeptSize(_ stream: StreamInformation) -> Bool {
        let entry = SelectionEntry(.variant, stream)
        guard entry.resolution != nil else { return true }
        let keeps = filter.keeps.filter { $0.speaks(of: entry) }.map { keep in
            keep.conditions.filter { $0.attribute == .resolution }
        }
        let isLeftOut = filter.drops.contains { drop in
            drop.speaks(of: entry)
                && drop.conditions.allSatisfy { $0.attribute == .resolution && $0.holds(for: entry) }
        }
        return !isLeftOut
            && (keeps.isEmpty || keeps.contains { $0.allSatisfy { $0.holds(for: entry) } })
    }
}

/// The kinds of pictures that variants have: the range, the size or not, and the first four characters of a codec.
private struct Pictures {
    /// In the place of a codec, in every variant with pictures.
    private static let any = "*"
    /// In the place of the codecs of a variant that does not say them.
    private static let untold = "?"

    private var keys: Set<[String]> = []

    init(_ streams: [StreamInformation]) {
        for stream in streams where !SelectionEntry(.variant, stream).hasNoPictures {
            let formats = Self.formats(stream)
            for isSized in [true, false] {
                guard let common = Self.common(stream, isSized: isSized) else { continue }
                keys.insert(common + [Self.any])
                if formats.isEmpty { keys.insert(common + [Self.untold]) }
                for format in formats { keys.insert(common + [format]) }
            }
        }
    }

    func isDisjoint(with others: Set<[String]>) -> Bool { keys.isDisjoint(with: others) }

    /// The pictures that an I-frame variant looks for; none where it has no size and one is needed.
    static func keys(of stream: StreamInformation, isSized: Bool) -> Set<[String]> {
        guard let common = common(stream, isSized: isSized) else { return [] }
        let formats = formats(stream)
        return Set((formats.isEmpty ? [any] : formats + [untold]).map { common + [$0] })
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
