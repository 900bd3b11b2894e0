import Bitstreams
import ISOBaseMedia
import ProtectionTerms
import SampleEncryption

/// What a track fragment says of the encryption of its samples, sample by sample.
struct TrackFragmentInformation {
    /// What is said of one sample.
    struct Sample {
        /// Its key and pattern.
        let encryption: TrackEncryption
        /// Its vector, or the constant one.
        let vector: [UInt8]
        /// Its parts; nil where it is encrypted as a whole.
        let subsamples: Subsamples?
    }

    private let encryption: TrackEncryption
    private let groups: [TrackEncryption]
    private var assignments: ArraySlice<SampleToGroupBox.Run>
    /// Samples of the first assignment that came already.
    private var assigned: UInt32 = 0
    private let box: SampleEncryptionBox?
    private var reader: ByteReader
    private let sizes: SampleAuxiliaryInformationSizesBox?
    private let offsets: InformationOffsets?
    private let count: Int
    /// Where the track fragment is in the segment.
    private let offset: UInt64
    private var number = 0

    /// - Parameters:
    ///   - fragment: the track fragment.
    ///   - layout: the fragment.
    ///   - encryption: that of its sample entry.
    ///   - segmentOffset: where the segment starts in its file.
    /// - Throws: `SampleEncryptionError` for boxes that are malformed or do not fit together.
    init(
        _ fragment: FragmentLayout.TrackFragment,
        of layout: FragmentLayout,
        _ encryption: TrackEncryption,
        segmentOffset: UInt64
    ) throws(SampleEncryptionError) {
        let node = layout.node.children[fragment.index]
        count = fragment.samples.count
        offset = node.offset
        (groups, assignments) = try parsing { () throws(ParseError) in
            (try Self.groups(node), try Self.assignments(node)[...])
        }
        let box = try parsing { () throws(ParseError) in try Self.information(node) }
        var own = encryption
        if let override = box?.override {
            own.sampleVectorSize = override.sampleVectorSize
            own.keyID = override.keyID
        }
        self.encryption = own
        self.box = box
        reader = box?.samples ?? ByteReader([])
        sizes = try parsing { () throws(ParseError) in
            try Self.boxes("saiz", in: node) { box throws(ParseError) in
                let sizes = try SampleAuxiliaryInformationSizesBox(box)
                return ProtectionScheme.owns(informationType: sizes.informationType) ? sizes : nil
            }
        }
        let offsets = try parsing { () throws(ParseError) in
            try Self.boxes("saio", in: node) { box throws(ParseError) in
                let offsets = try SampleAuxiliaryInformationOffsetsBox(box)
                return ProtectionScheme.owns(informationType: offsets.informationType) ? offsets : nil
            }
        }
        self.offsets = try offsets.map { (offsets) throws(SampleEncryptionError) in
            try InformationOffsets(offsets, fragment, of: layout, segmentOffset: segmentOffset)
        }
        try checkCounts()
    }

    private func checkCounts() throws(SampleEncryptionError) {
        let counts = [("senc", box?.sampleCount), ("saiz", sizes?.sampleCount)]
        for (name, found) in counts {
            guard let found, Int(found) != count else { continue }
            throw .malformed(
                .invalid(
                    offset: offset,
                    field: "sample_count of '\(name)'",
                    found: "\(found)",
                    expected: "\(count), the samples of the track fragment"
                )
            )
        }
        // What readers make of more is undefined (ISO/IEC 14496-12, 8.9.2).
        let assigned = assignments.reduce(UInt64(0)) { $0 + UInt64($1.sampleCount) }
        guard assigned > UInt64(count) else { return }
        throw .malformed(
            .invalid(
                offset: offset,
                field: "sum of the sample counts of 'sbgp'",
                found: "\(assigned)",
                expected: "at most \(count), the samples of the track fragment"
            )
        )
    }

    /// `senc`, or else its form of PIFF.
    private static func information(_ node: BoxNode) throws(ParseError) -> SampleEncryptionBox? {
        if let box = try node.atMostOne("senc") { return try SampleEncryptionBox(box.box) }
        guard let other = node.children.first(where: SampleEncryptionBox.isForm) else { return nil }
        return try SampleEncryptionBox(other.box)
    }

    /// The first box of a type that `read` takes.
    private static func boxes<Result>(
        _ type: FourCharacterCode,
        in node: BoxNode,
        _ read: (Box) throws(ParseError) -> Result?
    ) throws(ParseError) -> Result? {
        for child in node.children where child.type == type {
            if let result = try read(child.box) { return result }
        }
        return nil
    }

    private static func groups(_ node: BoxNode) throws(ParseError) -> [TrackEncryption] {
        for child in node.children where child.type == "sgpd" {
            guard try SampleToGroupBox.groupingType(of: child.box) == SampleEncryptionGroup.type
            else { continue }
            return try SampleEncryptionGroup.descriptions(child.box)
        }
        return []
    }

    private static func assignments(
        _ node: BoxNode
    ) throws(ParseError) -> [SampleToGroupBox.Run] {
        for child in node.children where child.type == "sbgp" {
            guard try SampleToGroupBox.groupingType(of: child.box) == SampleEncryptionGroup.type
            else { continue }
            return try SampleToGroupBox(child.box).runs
        }
        return []
    }

    /// What is said of the next sample.
    ///
    /// - Parameter size: its bytes.
    /// - Returns: what is said.
    /// - Throws: `SampleEncryptionError` for what is missing or does not fit.
    mutating func next(size: Int) throws(SampleEncryptionError) -> Sample {
        let encryption = try nextEncryption()
        defer { number += 1 }
        guard let box else {
            guard encryption.isProtected else {
                return Sample(encryption: encryption, vector: [], subsamples: nil)
            }
            guard let vector = encryption.constantVector else {
                throw .malformed(.missing(offset: offset, "'senc' with initialization vectors"))
            }
            return Sample(encryption: encryption, vector: vector, subsamples: nil)
        }
        guard encryption.isProtected || reader.count > 0 else {
            return Sample(encryption: encryption, vector: [], subsamples: nil)
        }
        try offsets?.check(number, at: reader.offset)
        let entry = try parsing { () throws(ParseError) in
            try box.nextSample(&reader, vectorSize: encryption.sampleVectorSize)
        }
        try check(entry, size: size)
        let vector = entry.vector.isEmpty ? encryption.constantVector ?? [] : Array(entry.vector)
        return Sample(encryption: encryption, vector: vector, subsamples: entry.subsamples)
    }

    private func check(
        _ entry: SampleEncryptionBox.Sample,
        size: Int
    ) throws(SampleEncryptionError) {
        if let said = sizes?.size(at: number), said != entry.size {
            throw .malformed(
                .invalid(
                    offset: entry.offset,
                    field: "size in 'saiz'",
                    found: "\(said)",
                    expected: "\(entry.size), as in 'senc'"
                )
            )
        }
        if let total = entry.subsamples?.totalSize, total != UInt64(size) {
            throw .malformed(
                .invalid(
                    offset: entry.offset,
                    field: "sum of subsamples",
                    found: "\(total)",
                    expected: "\(size), the size of the sample"
                )
            )
        }
    }

    /// The encryption of the next sample by its group.
    private mutating func nextEncryption() throws(SampleEncryptionError) -> TrackEncryption {
        while let first = assignments.first, assigned >= first.sampleCount {
            assignments.removeFirst()
            assigned = 0
        }
        guard let first = assignments.first else { return encryption }
        assigned += 1
        guard first.index > 0 else { return encryption }
        let base = SampleEncryptionGroup.localIndexBase
        guard first.index > base, Int(first.index - base) <= groups.count else {
            throw .unsupported(
                offset: offset,
                what: "sample group 'seig' \(first.index), which the track fragment does not describe",
                remedy: "Protect the media with groups described in each track fragment"
            )
        }
        return groups[Int(first.index - base) - 1]
    }
}
