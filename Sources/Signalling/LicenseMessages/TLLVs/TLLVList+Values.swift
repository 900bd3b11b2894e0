import TextFormats

extension TLLVList {
    /// The TLLV of a known tag; nil if there is none.
    package func first(_ tag: LicenseTag) -> TLLV? {
        tllvs.first { $0.tag == tag }
    }

    /// The TLLV of a tag that has to be there, once.
    ///
    /// - Throws: `-42583` if it is missing, `-42591` if it is there twice.
    package func required(_ tag: LicenseTag) throws(LicenseMessageError) -> TLLV {
        let found = tllvs.filter { $0.tag == tag }
        guard let tllv = found.first else { throw .missing(tag) }
        guard found.count == 1 else { throw .twice(tag, offset: offset(of: tag)) }
        return tllv
    }

    /// The value of a tag that has to be there, once, with a length.
    ///
    /// - Throws: as ``required(_:)``, and `-42581` for another length.
    package func required(_ tag: LicenseTag, lengths: ClosedRange<Int>) throws(LicenseMessageError) -> [UInt8]
    {
        let value = try required(tag).value
        try check(tag, value, lengths)
        return value
    }

    /// The value of a tag that may be missing.
    ///
    /// - Throws: `-42581` for another length.
    package func optional(
        _ tag: LicenseTag,
        lengths: ClosedRange<Int>
    ) throws(LicenseMessageError) -> [UInt8]? {
        guard let value = first(tag)?.value else { return nil }
        try check(tag, value, lengths)
        return value
    }

    private func check(
        _ tag: LicenseTag,
        _ value: [UInt8],
        _ lengths: ClosedRange<Int>
    ) throws(LicenseMessageError) {
        guard !lengths.contains(value.count) else { return }
        let expected =
            lengths.lowerBound == lengths.upperBound
            ? "\(lengths.lowerBound)"
            : lengths.upperBound == .max
                ? "\(lengths.lowerBound) or more" : "\(lengths.lowerBound) to \(lengths.upperBound)"
        throw .parsing(
            tag,
            offset: offset(of: tag),
            found: "\(tag.name) of \(CountText.text(value.count, "byte"))",
            expected: expected
        )
    }

    /// Where in the message the value of the last TLLV with a tag is; nil if there is none.
    func valueRange(of tag: LicenseTag) -> Range<Int>? {
        guard let index = tllvs.lastIndex(where: { $0.tag == tag }) else { return nil }
        let start = offset(at: index) + TLLV.headerByteCount
        return start..<start + tllvs[index].value.count
    }

    /// The offset in the message of the last TLLV with a tag; nil if there is none.
    func offset(of tag: LicenseTag) -> Int? {
        tllvs.lastIndex { $0.tag == tag }.map { offset(at: $0) }
    }
}
