package import ISOBaseMedia

/// Sample entries that allow parameter sets in samples become those that do not: FairPlay takes no others.
extension MovieFormat {
    /// Whether a sample entry allows parameter sets in samples (`avc3`, `hev1`, `dvav`, `dvhe`).
    package var isInBand: Bool { tracks.contains { $0.entries.contains(where: \.isInBand) } }

    /// The formats of sample entries that allow parameter sets in samples, and what they become.
    package static let outOfBandFormats: [FourCharacterCode: FourCharacterCode] = [
        "avc3": "avc1", "dvav": "dva1", "hev1": "hvc1", "dvhe": "dvh1",
    ]

    /// The movie with all parameter sets in sample entries.
    var converted: MovieFormat {
        var movie = self
        for track in movie.tracks.indices {
            for entry in movie.tracks[track].entries.indices {
                movie.tracks[track].entries[entry].convert()
            }
        }
        return movie
    }

    /// The movie with the parameter sets that another one has in its sample entries, where samples may have them.
    ///
    /// - Parameter other: the movie of the section that was made of the one of this movie.
    /// - Returns: the movie.
    package func takingParameterSets(from other: MovieFormat) -> MovieFormat {
        var movie = self
        for (track, format) in zip(movie.tracks.indices, other.tracks) {
            for (entry, known) in zip(movie.tracks[track].entries.indices, format.entries)
            where movie.tracks[track].entries[entry].isInBand {
                movie.tracks[track].entries[entry].units?.parameterSets = known.units?.parameterSets ?? []
            }
        }
        return movie
    }
}

extension MovieTrackFormat.Entry {
    /// Whether it allows parameter sets in samples.
    var isInBand: Bool { units?.isInBand ?? false }

    /// How NAL units are packed, of AVC and HEVC.
    var units: SampleCodec.NALUnitConfiguration? {
        get {
            switch codec {
            case .avc(let units), .hevc(let units): units
            case .av1, .wholeSamples, .clear: nil
            }
        }
        set {
            guard let newValue else { return }
            switch codec {
            case .avc: codec = .avc(newValue)
            case .hevc: codec = .hevc(newValue)
            case .av1, .wholeSamples, .clear: break
            }
        }
    }

    fileprivate mutating func convert() {
        guard isInBand else { return }
        units?.isInBand = false
        format = MovieFormat.outOfBandFormats[format] ?? format
    }
}
