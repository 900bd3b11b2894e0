/// A builder for one fragment of one track: a `moof` with one run, and its `mdat`.
struct FragmentBuilder {
    var track = 1
    var samples: [[UInt8]] = []
    /// The tf_flags, except those of fields that the builder writes itself.
    var headerFlags = 0x02_0000
    /// The fields of `tfhd` after track_ID.
    var headerFields: [UInt8] = []
    /// The boxes after `trun`.
    var extra: [UInt8] = []
    /// The boxes after `mfhd`.
    var movieFragmentExtra: [UInt8] = []
    /// The number of bytes added to data_offset.
    var shift = 0
    /// The number of bytes before the `moof` in the segment.
    var offset = 0
    /// The bytes of `mdat` after the samples.
    var dataAfterSamples: [UInt8] = []
    var type = "mdat"

    var bytes: [UInt8] { movieFragment(offset: movieFragment(offset: 0).count + 8 + shift) + data }

    var data: [UInt8] { FragmentBytes.box(type, samples.flatMap { $0 }, dataAfterSamples) }

    func movieFragment(offset: Int) -> [UInt8] {
        FragmentBytes.box(
            "moof",
            FragmentBytes.box("mfhd", FragmentBytes.number(0, 4), FragmentBytes.number(1, 4)),
            movieFragmentExtra,
            trackFragment(offset: offset)
        )
    }

    func trackFragment(offset: Int) -> [UInt8] {
        FragmentBytes.box(
            "traf",
            FragmentBytes.box(
                "tfhd",
                FragmentBytes.number(headerFlags, 4) + FragmentBytes.number(track, 4) + headerFields
            ),
            FragmentBytes.box("tfdt", FragmentBytes.number(0, 8)),
            FragmentBytes.box(
                "trun",
                FragmentBytes.number(0x201, 4) + FragmentBytes.number(samples.count, 4)
                    + FragmentBytes.number(offset, 4)
                    + samples.flatMap { FragmentBytes.number($0.count, 4) }
            ),
            extra
        )
    }
}
