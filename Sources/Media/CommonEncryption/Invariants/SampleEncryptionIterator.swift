import Bitstreams
import ISOBaseMedia
import ProtectionTerms
import SampleEncryption

/// The encryption parameters of the samples of a track fragment, sample by sample.
struct SampleEncryptionIterator {
    /// The encryption parameters of one sample.
    struct Sample {
        /// The protection flag, KID and pattern.
        let encryption: TrackEncryption
        /// The per-sample IV, or else the constant IV.
        let iv: [UInt8]
        /// The subsamples, or nil if the whole sample is encrypted.
        let subsamples: Subsamples?
    }

    private let encryption: TrackEncryption
    private let groups: [TrackEncryption]
    private var assignments: ArraySlice<SampleToGroupBox.Run>
    /// The number of samples of the first assignment that were returned already.
    private var returnedCount: UInt32 = 0
    private let box: SampleEncryptionBox?
    private var reader: ByteReader
    private let sizes: SampleAuxiliaryInformationSizesBox?
    private let offsets: AuxiliaryInformationOffsets?
    private let sampleCount: Int
    /// The offset of the track fragment in the segment.
    private let offset: UInt64
    private var sampleIndex = 0

    /// - Parameters:
    ///   - fragment: the track fragment.
    ///   - layout: the fragment.
    ///   - encryption: the encryption parameters of its sample entry.
    ///   - segmentOffset: the offset of the segment in its file.
    /// - Throws: `SampleEncryptionError` if boxes are malformed or contradict each other.
    init(
        _ fragment: FragmentLayout.TrackFragment,
        of layout: FragmentLayout,
        _ encryption: TrackEncryption,
        segmentOffset: UInt64
    ) throws(SampleEncryptionError) {
        let node = layout.node.children[fragment.childIndex]
        sampleCount = fragment.samples.count
        offset = node.offset
        (groups, assignments) = try wrappingParseErrors { () throws(ParseError) in
            (try Self.groups(node), try Self.assignments(node)[...])
        }
        let box = try wrappingParseErrors { () throws(ParseError) in try Self.sampleEncryptionBox(node) }
        var fragmentEncryption = encryption
        if let override = box?.override {
            fragmentEncryption.perSampleIVSize = override.perSampleIVSize
            fragmentEncryption.keyID = override.keyID
        }
        self.encryption = fragmentEncryption
        self.box = box
        reader = box?.samples ?? ByteReader([])
        sizes = try wrappingParseErrors { () throws(ParseError) in
            try Self.firstResult("saiz", in: node) { box throws(ParseError) in
                let sizes = try SampleAuxiliaryInformationSizesBox(box)
                return ProtectionScheme.owns(informationType: sizes.informationType) ? sizes : nil
            }
        }
        let offsets = try wrappingParseErrors { () throws(ParseError) in
            try Self.firstResult("saio", in: node) { box throws(ParseError) in
                let offsets = try SampleAuxiliaryInformationOffsetsBox(box)
                return ProtectionScheme.owns(informationType: offsets.informationType) ? offsets : nil
            }
        }
        self.offsets = try offsets.map { (offsets) throws(SampleEncryptionError) in
            try AuxiliaryInformationOffsets(offsets, fragment, of: layout, segmentOffset: segmentOffset)
        }
        try checkCounts()
    }

    private func checkCounts() throws(SampleEncryptionError) {
        let counts = [("senc", box?.sampleCount), ("saiz", sizes?.sampleCount)]
        for (name, statedCount) in counts {
            guard let statedCount, Int(statedCount) != sampleCount else { continue }
            throw .malformed(
                .invalid(
                    offset: offset,
                    field: "sample_count of '\(name)'",
                    found: "\(statedCount)",
                    expected: "\(sampleCount), the samples of the track fragment"
                )
            )
        }
        // More assignments than samples have no defined meaning (ISO/IEC 14496-12, 8.9.2).
        let assignedCount = assignments.reduce(UInt64(0)) { $0 + UInt64($1.sampleCount) }
        guard assignedCount > UInt64(sampleCount) else { return }
        throw .malformed(
            .invalid(
                offset: offset,
                field: "sum of the sample counts of 'sbgp'",
                found: "\(assignedCount)",
                expected: "at most \(sampleCount), the samples of the track fragment"
            )
        )
    }

    /// Reads `senc`, or else its PIFF form, or returns nil if there is neither.
    private static func sampleEncryptionBox(_ node: BoxNode) throws(ParseError) -> SampleEncryptionBox? {
        if let box = try node.atMostOne("senc") { return try SampleEncryptionBox(box.box) }
        guard let piffBox = node.children.first(where: SampleEncryptionBox.isForm) else { return nil }
        return try SampleEncryptionBox(piffBox.box)
    }

    /// Returns the first non-nil result of `read` on the boxes of a type.
    private static func firstResult<Result>(
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

    /// Returns the encryption parameters of the next sample.
    ///
    /// - Parameter size: the size of the sample, in bytes.
    /// - Returns: the parameters.
    /// - Throws: `SampleEncryptionError` if information is missing or contradictory.
    mutating func next(size: Int) throws(SampleEncryptionError) -> Sample {
        let encryption = try nextEncryption()
        defer { sampleIndex += 1 }
        guard let box else {
            guard encryption.isProtected else {
                return Sample(encryption: encryption, iv: [], subsamples: nil)
            }
            guard let iv = encryption.constantIV else {
                throw .malformed(.missing(offset: offset, "'senc' with initialization vectors"))
            }
            return Sample(encryption: encryption, iv: iv, subsamples: nil)
        }
        guard encryption.isProtected || reader.count > 0 else {
            return Sample(encryption: encryption, iv: [], subsamples: nil)
        }
        try offsets?.check(sampleIndex, at: reader.offset)
        let entry = try wrappingParseErrors { () throws(ParseError) in
            try box.nextSample(&reader, ivSize: encryption.perSampleIVSize)
        }
        try check(entry, size: size)
        let iv = entry.iv.isEmpty ? encryption.constantIV ?? [] : Array(entry.iv)
        return Sample(encryption: encryption, iv: iv, subsamples: entry.subsamples)
    }

    private func check(
        _ entry: SampleEncryptionBox.Sample,
        size: Int
    ) throws(SampleEncryptionError) {
        if let statedSize = sizes?.size(at: sampleIndex), statedSize != entry.size {
            throw .malformed(
                .invalid(
                    offset: entry.offset,
                    field: "size in 'saiz'",
                    found: "\(statedSize)",
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

    /// Returns the encryption parameters of the next sample's group, or else those of the sample entry.
    private mutating func nextEncryption() throws(SampleEncryptionError) -> TrackEncryption {
        while let first = assignments.first, returnedCount >= first.sampleCount {
            assignments.removeFirst()
            returnedCount = 0
        }
        guard let first = assignments.first else { return encryption }
        returnedCount += 1
        guard first.groupIndex > 0 else { return encryption }
        let base = SampleEncryptionGroup.localIndexBase
        guard first.groupIndex > base, Int(first.groupIndex - base) <= groups.count else {
            throw .unsupported(
                offset: offset,
                what: "sample group 'seig' \(first.groupIndex), which the track fragment does not describe",
                remedy: "Protect the media with groups described in each track fragment"
            )
        }
        return groups[Int(first.groupIndex - base) - 1]
    }
}
