package import ISOBaseMedia

/// Conversion of sample entries that allow parameter sets in samples to those that do not, because FairPlay
/// accepts only the latter.
extension MovieFormat {
    /// Indicates whether a sample entry allows parameter sets in samples (`avc3`, `hev1`, `dvav`, `dvhe`).
    package var allowsInBandParameterSets: Bool { tracks.contains { $0.entries.contains(where: \.isInBand) } }

    /// The sample entry types after conversion, by the types that allow parameter sets in samples.
    package static let outOfBandFormats: [FourCharacterCode: FourCharacterCode] = [
        "avc3": "avc1", "dvav": "dva1", "hev1": "hvc1", "dvhe": "dvh1",
    ]

    /// The format after conversion, with no parameter sets allowed in samples.
    var disallowingInBandParameterSets: MovieFormat {
        var movie = self
        for track in movie.tracks.indices {
            for entry in movie.tracks[track].entries.indices {
                movie.tracks[track].entries[entry].convert()
            }
        }
        return movie
    }

    /// Returns this format with the parameter sets of another one, in entries that allow parameter sets in
    /// samples.
    ///
    /// - Parameter protectedFormat: the format of the protected initialization section that was generated
    ///   from the one of this format.
    /// - Returns: the format with all parameter sets.
    package func takingParameterSets(from protectedFormat: MovieFormat) -> MovieFormat {
        var movie = self
        for (track, format) in zip(movie.tracks.indices, protectedFormat.tracks) {
            for (entry, protectedEntry) in zip(movie.tracks[track].entries.indices, format.entries)
            where movie.tracks[track].entries[entry].isInBand {
                movie.tracks[track].entries[entry].configuration?.parameterSets =
                    protectedEntry.configuration?.parameterSets ?? []
            }
        }
        return movie
    }
}

extension MovieTrackFormat.Entry {
    /// Indicates whether this entry allows parameter sets in samples.
    var isInBand: Bool { configuration?.isInBand ?? false }

    /// The NAL unit configuration, or nil for codecs other than AVC and HEVC.
    var configuration: SampleCodec.NALUnitConfiguration? {
        get {
            switch codec {
            case .avc(let configuration), .hevc(let configuration): configuration
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
        configuration?.isInBand = false
        format = MovieFormat.outOfBandFormats[format] ?? format
    }
}
