import TextFormats

extension TLLVList {
    /// Returns the first TLLV with a tag, or nil if there is none.
    func first(_ tag: LicenseTag) -> TLLV? {
        tllvs.first { $0.tag == tag }
    }

    /// Returns the TLLV with a tag that must occur exactly once.
    ///
    /// - Throws: status `-42583` if it is missing, `-42591` if it occurs twice.
    package func required(_ tag: LicenseTag) throws(LicenseMessageError) -> TLLV {
        let found = tllvs.filter { $0.tag == tag }
        guard let tllv = found.first else { throw .missing(tag) }
        guard found.count == 1 else { throw .duplicate(tag, offset: offset(of: tag)) }
        return tllv
    }

    /// Returns the value of a tag that must occur exactly once, with an allowed length in bytes.
    ///
    /// - Throws: like ``required(_:)``, and status `-42581` for another length.
    func required(_ tag: LicenseTag, lengths: ClosedRange<Int>) throws(LicenseMessageError) -> [UInt8] {
        let value = try required(tag).value
        try check(tag, value, lengths)
        return value
    }

    /// Returns the value of a tag, or nil if the tag is missing.
    ///
    /// - Throws: status `-42581` for another length.
    func optional(
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

    /// Returns the range in the message of the last value with a tag, or nil if there is none.
    func valueRange(of tag: LicenseTag) -> Range<Int>? {
        guard let index = tllvs.lastIndex(where: { $0.tag == tag }) else { return nil }
        let start = offset(at: index) + TLLV.headerByteCount
        return start..<start + tllvs[index].value.count
    }

    /// Returns the offset in the message of the last TLLV with a tag, or nil if there is none.
    func offset(of tag: LicenseTag) -> Int? {
        tllvs.lastIndex { $0.tag == tag }.map { offset(at: $0) }
    }
}
