package import Bitstreams

/// `sbgp`: the sample group of each sample, for one grouping type (ISO/IEC 14496-12, 8.9.2).
package struct SampleToGroupBox: Hashable, Sendable {
    /// A run of consecutive samples in one group.
    package struct Run: Hashable, Sendable {
        /// The number of samples.
        package let sampleCount: UInt32
        /// group_description_index; 0 for samples in no group.
        package let groupIndex: UInt32
    }

    /// The runs, in order; samples after the last run are in no group.
    package let runs: [Run]

    /// Reads the body, versions 0 and 1.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        let version = try FullBoxHeader(&reader, maximumVersion: 1).version
        try reader.skip(version == 0 ? 4 : 8)
        let count = try reader.uint32()
        var table = try reader.subreader(UInt64(count) * 8)
        var runs: [Run] = []
        while !table.isAtEnd {
            runs.append(Run(sampleCount: try table.uint32(), groupIndex: try table.uint32()))
        }
        self.runs = runs
    }

    /// Reads grouping_type of an `sgpd` or `sbgp`.
    package static func groupingType(of box: Box) throws(ParseError) -> FourCharacterCode {
        var reader = box.reader
        try reader.skip(4)
        return try FourCharacterCode(&reader)
    }
}

extension SampleToGroupBox {
    /// The grouping type of samples that begin open GOPs (ISO/IEC 14496-12, 10.4).
    ///
    /// Decoding can begin with such a sample, except that its leading pictures cannot be decoded.
    static let randomAccessType: FourCharacterCode = "rap "

    /// An iterator that tells for each sample whether it is in a group.
    struct Membership: Sendable {
        private var runs: ArraySlice<Run>
        private var passedCount: UInt32 = 0

        /// - Parameter box: the box, or nil if no sample is in a group.
        init(_ box: SampleToGroupBox?) { runs = box?.runs[...] ?? [] }

        mutating func next() -> Bool {
            while let run = runs.first, passedCount == run.sampleCount {
                runs.removeFirst()
                passedCount = 0
            }
            guard let run = runs.first else { return false }
            passedCount += 1
            return run.groupIndex > 0
        }
    }
}
