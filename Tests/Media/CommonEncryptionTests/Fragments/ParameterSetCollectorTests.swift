import CommonEncryption
import SampleEncryption
import Testing

/// Parameter sets in samples that can or cannot move to the sample entry.
@Suite struct ParameterSetCollectorTests {
    private static let slice = AVCSliceBuilder.make(isIDR: true, firstMacroblock: 0, data: [1, 2, 3]).unit
    /// A different sequence parameter set with the same identifier: it has another level.
    private static let otherSet: [UInt8] = {
        var set = AVCSliceBuilder.sequenceParameterSet
        set[3] = 31
        return set
    }()

    private static func segment(_ units: [[UInt8]]) -> [UInt8] {
        FragmentBuilder(samples: [units.flatMap { FragmentBytes.number($0.count, 4) + $0 }]).bytes
    }

    private static func collect(
        _ units: [[UInt8]],
        _ movie: MovieFormat
    ) throws -> ParameterSetCollector {
        var collector = try ParameterSetCollector(movie)
        let bytes = segment(units)
        try collector.collect(length: UInt64(bytes.count), at: 0) { buffer, range, offset in
            buffer.replaceSubrange(range, with: bytes[Int(offset)..<Int(offset) + range.count])
        }
        return collector
    }

    private static func movie(_ sets: [[UInt8]]) throws -> MovieFormat {
        var movie = try SyntheticMovie.clear(isInBand: true)
        movie.tracks[0].entries[0].codec = .avc(
            SampleCodec.NALUnitConfiguration(lengthSize: 4, parameterSets: sets, isInBand: true)
        )
        return movie
    }

    @Test func setsOfSamplesCompleteEntry() throws {
        let (sequence, picture) = (AVCSliceBuilder.sequenceParameterSet, AVCSliceBuilder.pictureParameterSet)
        let complete = try Self.movie([sequence, picture])
        #expect(
            try Self.collect([picture, sequence, Self.slice], try Self.movie([])).completed() == complete
        )
        #expect(try Self.collect([picture, sequence, Self.slice], complete).completed() == complete)
        #expect(try Self.collect([Self.slice], complete).completed() == complete)
        var collector = try Self.collect([sequence, Self.slice], try Self.movie([]))
        try collector.merge(try Self.collect([picture, Self.slice], try Self.movie([])))
        #expect(try collector.completed() == complete)
    }

    @Test func otherSetOfSameNumberIsRefused() throws {
        let movie = try Self.movie([AVCSliceBuilder.sequenceParameterSet])
        let error = #expect(throws: SampleEncryptionError.self) {
            try Self.collect([Self.otherSet, Self.slice], movie)
        }
        guard case .unsupported(let offset, let what, let remedy)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(
            offset
                == UInt64(
                    Self.segment([Self.otherSet, Self.slice]).count - 4 - 4 - Self.slice.count
                        - Self.otherSet.count
                )
        )
        #expect(what.hasPrefix("sample 1 of track 1 in the fragment at byte 0: "))
        #expect(what.contains(": sequence parameter set 0, which differs from the one before it (track 1 is"))
        #expect(remedy.contains("avc1") || remedy.contains("aes-128"))
        var collector = try Self.collect(
            [AVCSliceBuilder.sequenceParameterSet, Self.slice],
            try Self.movie([])
        )
        let otherCollector = try Self.collect([Self.otherSet, Self.slice], try Self.movie([]))
        #expect(throws: SampleEncryptionError.self) { try collector.merge(otherCollector) }
    }

    @Test(arguments: [
        ("extension", [[0x6D, 0x80, 0x80], slice]), ("subset", [[0x6F, 0x80, 0x80], slice]),
        ("nothing but", [AVCSliceBuilder.sequenceParameterSet]),
        ("a parameter set of 70000 bytes", [[0x67] + [UInt8](repeating: 1, count: 69_999), slice]),
    ])
    func whatNoEntryTakesIsRefused(what: String, units: [[UInt8]]) throws {
        let movie = try Self.movie([])
        let error = #expect(throws: SampleEncryptionError.self) { try Self.collect(units, movie) }
        #expect("\(String(describing: error))".contains(what))
    }

    @Test func noneAtAllIsRefused() throws {
        #expect(throws: SampleEncryptionError.self) {
            try Self.collect([Self.slice], try Self.movie([])).completed()
        }
    }
}
