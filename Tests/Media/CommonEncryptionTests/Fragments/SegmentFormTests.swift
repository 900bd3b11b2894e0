import CommonEncryption
import ProtectionTerms
import SampleEncryption
import Testing

/// Segments of unusual form.
@Suite struct SegmentFormTests {
    /// A segment without fragments, such as ffmpeg writes at the end of a presentation, stays as it is.
    @Test func segmentWithoutFragments() throws {
        let bytes = FragmentBytes.box("styp", Array("msdh".utf8), [0, 0, 0, 0])
        let movie = try SyntheticMovie.clear()
        let survey = try FragmentRun.survey(bytes, movie)
        #expect(survey.sampleCount == 0 && survey.encrypted.length == 16)
        let treatment = FragmentTreatment.encrypted(try SyntheticMovie.fragmentKey(.cbcs))
        let written = try FragmentRun.write(bytes, movie, treatment)
        #expect(written.bytes == bytes)
        #expect(try FragmentRun.invariant(bytes, movie).code == written.outcome.mac)
    }

    /// A picture parameter set in a sample changes the syntax of later slice headers of this segment.
    @Test func parameterSetInSample() throws {
        // pic_parameter_set_id 1, deblocking_filter_control_present_flag
        let set: [UInt8] = [0x68] + FragmentBytes.bits("010 1 0 0 1 1 1 0 00 1 1 1 1 0 0 1")
        // first_mb_in_slice 3, slice_type 7, pic_parameter_set_id 1, frame_num, idr_pic_id, marking,
        // slice_qp_delta, disable_deblocking_filter_idc 1: 26 bits, 23 without the last field
        let header = FragmentBytes.bits("00100 0001000 010 0101 1 00 1 010")
        let slice: [UInt8] = [0x65] + header + [UInt8](repeating: 1, count: 100)
        let unit = FragmentBytes.number(slice.count, 4) + slice
        let first = FragmentBytes.number(set.count, 4) + set + unit
        let clear = first.count - 100
        let segment = FragmentBuilder(track: 1, samples: [first, unit]).bytes
        let movie = try SyntheticMovie.clear()
        let treatment = FragmentTreatment.encrypted(try SyntheticMovie.fragmentKey(.cbcs))
        let written = try FragmentRun.write(segment, movie, treatment)
        let read = PlainFragmentReader(written.bytes, vectorSize: 0)
        #expect(
            read.samples.map { $0.parts?.map { [$0.clear, $0.protected] } } == [[[clear, 100]], [[9, 100]]]
        )
        // The next segment starts without that parameter set.
        let next = FragmentBuilder(track: 1, samples: [unit]).bytes
        #expect(throws: SampleEncryptionError.self) { try FragmentRun.survey(next, movie) }
    }

    /// The survey reads only a few thousand bytes of a large sample.
    @Test func surveyReadsLittle() throws {
        let slice = AVCSliceBuilder.make(
            isIDR: true,
            firstMacroblock: 0,
            data: [UInt8](repeating: 9, count: 1_000_000)
        )
        let sample = FragmentBytes.number(slice.unit.count, 4) + slice.unit
        let bytes = FragmentBuilder(track: 1, samples: [sample, sample]).bytes
        var surveyor = FragmentedSegmentSurveyor(
            try SyntheticMovie.clear(),
            scheme: .cbcs,
            usesSampleGroups: false
        )
        var count = 0
        _ = try surveyor.survey(length: UInt64(bytes.count)) { buffer, range, offset in
            count += range.count
            buffer.replaceSubrange(range, with: bytes[Int(offset)..<Int(offset) + range.count])
        }
        #expect(count < 20_000)
    }

    /// A large box is split into records of at most 1 MiB, so that no reader has to hold all of it.
    @Test func largeBox() throws {
        let box = FragmentBytes.box("free", [UInt8](repeating: 3, count: 2_500_000))
        let bytes = FragmentBytes.box("styp") + box + FragmentBuilder(track: 2, samples: [[1, 2]]).bytes
        let movie = try SyntheticMovie.clear()
        let written = try FragmentRun.write(
            bytes,
            movie,
            .encrypted(try SyntheticMovie.fragmentKey(.cbcs))
        )
        let invariant = try FragmentRun.invariant(bytes, movie, pieces: 300_000)
        #expect(invariant.code == written.outcome.mac)
        let sizes = invariant.records.filter { $0.kind == .box }.map(\.bytes.count)
        #expect(sizes == [8, 1 << 20, 1 << 20, 2_500_008 - (2 << 20)])
        #expect(Array(invariant.records.filter { $0.kind == .box }.flatMap(\.bytes).dropFirst(8)) == box)
    }
}
