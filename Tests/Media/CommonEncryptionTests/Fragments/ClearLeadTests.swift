import CommonEncryption
import ProtectionTerms
import SampleEncryption
import TestRandomness
import Testing

/// In a clear lead only sample description indexes change.
@Suite struct ClearLeadTests {
    @Test func samplesStayAsTheyAre() throws {
        for _ in 0..<25 {
            let seed = UInt64.random(in: 0...UInt64.max)
            var random = SeededGenerator(seed: seed)
            let segment = try RandomFragmentedSegment(using: &random)
            let survey = try FragmentRun.survey(segment.bytes, segment.movie, at: segment.offset)
            let written = try FragmentRun.write(
                segment.bytes,
                segment.movie,
                .clearLead,
                at: segment.offset,
                pieceSize: 512
            )
            #expect(survey.clearLead.length == UInt64(written.bytes.count), "seed \(seed)")
            #expect(survey.clearLead.map == written.outcome.extent.map, "seed \(seed)")
            let read = PlainFragmentReader(written.bytes, vectorSize: 0)
            #expect(
                read.samples.map(\.bytes) == segment.samples.sortedLikeThePlainReader.map(\.bytes),
                "seed \(seed)"
            )
            for fragment in read.fragments {
                #expect(fragment.descriptionIndex == (fragment.track == 3 ? 1 : 2), "seed \(seed)")
            }
            let clear = try FragmentRun.invariant(segment.bytes, segment.movie, at: segment.offset)
            let movie = SyntheticMovie.protected(segment.movie, .cbcs, keepsClearEntries: true)
            let start = try FragmentRun.invariant(written.bytes, movie, key: try SyntheticMovie.key())
            #expect(clear.code == written.outcome.mac, "seed \(seed)")
            #expect(start.code == written.outcome.mac, "seed \(seed)")
        }
    }

    /// `tfhd` gets a sample_description_index, four bytes, and loses a base_data_offset, eight bytes.
    @Test(arguments: [false, true])
    func mapSaysWhatMoved(isAbsolute: Bool) throws {
        var fragment = FragmentBuilder(track: 2, samples: [[1, 2, 3]])
        if isAbsolute {
            fragment.headerFlags = 1
            fragment.headerFields = [UInt8](repeating: 0, count: 8)
        }
        let size = UInt64(fragment.bytes.count)
        let survey = try FragmentRun.survey(fragment.bytes, try SyntheticMovie.clear())
        let border = size - 11
        let map = survey.clearLead.map
        #expect(survey.clearLead.length == (isAbsolute ? size - 4 : size + 4))
        #expect(map.outputOffset(of: 0) == 0)
        #expect(map.outputOffset(of: border) == (isAbsolute ? border - 4 : border + 4))
        #expect(map.outputOffset(of: size) == survey.clearLead.length)
        // An encrypted audio fragment of cbcs gets a 'senc' of 16 bytes.
        #expect(survey.encrypted.length == (isAbsolute ? size + 8 : size + 16))
    }
}
