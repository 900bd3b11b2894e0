import TextFormats

/// The TLLVs of a decrypted payload in their order, including those with unknown tags.
package struct TLLVList: Sendable {
    /// All TLLVs.
    package let tllvs: [TLLV]
    /// The offset of each TLLV in the message, in bytes.
    private let offsets: [Int]

    /// Creates a list to be written; offsets are those in the payload.
    package init(_ tllvs: [TLLV]) {
        self.tllvs = tllvs
        var offsets: [Int] = []
        var offset = 0
        for tllv in tllvs {
            offsets.append(offset)
            offset += TLLV.headerByteCount + tllv.blockLength
        }
        self.offsets = offsets
    }

    /// Reads a payload to its end.
    ///
    /// - Parameters:
    ///   - payload: the decrypted payload, at most ``SPCContainer/byteLimit`` bytes.
    ///   - start: the offset of the payload in the message, for errors.
    ///   - secret: a tag whose value is replaced by zeros, because the list's memory is not wiped.
    /// - Throws: status `-42581` for lengths that do not fit, `-42591` for a known tag that occurs twice.
    package init(
        reading payload: Span<UInt8>,
        at start: Int = 0,
        leavingOut secret: LicenseTag? = nil
    ) throws(LicenseMessageError) {
        guard payload.count <= SPCContainer.byteLimit else {
            throw .tooLong(payload.count, what: "payload")
        }
        var (tllvs, offsets): ([TLLV], [Int]) = ([], [])
        var seen: Set<LicenseTag> = []
        var position = 0
        while position < payload.count {
            let tllv = try Self.tllv(in: payload, at: position, start: start, leavingOut: secret)
            guard !tllv.tag.isKnown || seen.insert(tllv.tag).inserted else {
                throw .duplicate(tllv.tag, offset: start + position)
            }
            tllvs.append(tllv)
            offsets.append(start + position)
            position += TLLV.headerByteCount + tllv.blockLength
        }
        self.tllvs = tllvs
        self.offsets = offsets
    }

    private static func tllv(
        in payload: Span<UInt8>,
        at position: Int,
        start: Int,
        leavingOut secret: LicenseTag?
    ) throws(LicenseMessageError) -> TLLV {
        let (offset, rest) = (start + position, payload.count - position)
        guard rest >= TLLV.headerByteCount else {
            throw .parsing(
                offset: offset,
                found: CountText.text(rest, "byte"),
                expected: "a TLLV of at least \(TLLV.headerByteCount)"
            )
        }
        func bytes(_ from: Int, _ count: Int) -> [UInt8] {
            (position + from..<position + from + count).map { payload[$0] }
        }
        let tag = LicenseTag(rawValue: UInt64(bigEndianBytes: bytes(0, 8)))
        let blockLength = Int(UInt32(bigEndianBytes: bytes(8, 4)))
        let valueLength = Int(UInt32(bigEndianBytes: bytes(12, 4)))
        guard blockLength <= rest - TLLV.headerByteCount else {
            throw .parsing(
                tag,
                offset: offset + 8,
                found: "a block of \(CountText.text(blockLength, "byte")) (\(tag.name))",
                expected: "at most \(rest - TLLV.headerByteCount), the rest of the payload"
            )
        }
        guard blockLength.isMultiple(of: TLLV.blockMultiple) else {
            throw .parsing(
                tag,
                offset: offset + 8,
                found: "a block of \(CountText.text(blockLength, "byte")) (\(tag.name))",
                expected: "a multiple of \(TLLV.blockMultiple)"
            )
        }
        guard valueLength <= blockLength else {
            throw .parsing(
                tag,
                offset: offset + 12,
                found: "a value of \(CountText.text(valueLength, "byte")) (\(tag.name))",
                expected: "at most \(blockLength), its block"
            )
        }
        let header = TLLV.headerByteCount
        return TLLV(
            tag: tag,
            value: tag == secret
                ? [UInt8](repeating: 0, count: valueLength) : bytes(header, valueLength),
            padding: bytes(header + valueLength, blockLength - valueLength)
        )
    }

    /// Returns the offset in the message of the TLLV at `index`, in bytes.
    func offset(at index: Int) -> Int { offsets[index] }

    /// The bytes of all TLLVs in a new array; the caller erases it if they are secret.
    package var serialized: [UInt8] {
        var bytes: [UInt8] = []
        // Reserves room for all bytes: an array of secret bytes that grows leaves a copy in freed memory.
        bytes.reserveCapacity(tllvs.reduce(0) { $0 + TLLV.headerByteCount + $1.blockLength })
        for tllv in tllvs { tllv.append(to: &bytes) }
        return bytes
    }

    /// Returns the same TLLVs in a random order (Fisher–Yates).
    func shuffled(_ randomness: MessageRandomness) -> TLLVList {
        var tllvs = tllvs
        for index in stride(from: tllvs.count - 1, to: 0, by: -1) {
            tllvs.swapAt(index, randomness.number(below: index + 1))
        }
        return TLLVList(tllvs)
    }
}

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
