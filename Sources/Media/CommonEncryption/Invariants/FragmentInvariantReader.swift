import Bitstreams
import ISOBaseMedia
import SampleEncryption

/// Reads the invariant of an fMP4 segment; see `InvariantReader`.
///
/// It buffers at most one sample or one `moof`, plus what was read beyond it.
struct FragmentInvariantReader: ~Copyable {
    /// The kind of the next bytes.
    private enum State {
        /// The header of a box.
        case header
        /// The given number of bytes of a box that is no part of the invariant, or all bytes to come if nil.
        case skipped(UInt64?)
        /// The given number of bytes of a box that is part of the invariant, or all bytes to come if nil.
        case box(UInt64?)
        /// A `moof` of the given size in bytes.
        case movieFragment(Int)
        /// The samples of a fragment, which fill its `mdat`.
        case samples
        /// Nothing: no more records are returned.
        case end
    }

    private let movie: MovieFormat
    private let segmentOffset: UInt64
    private let isWhole: Bool
    private var window: ByteWindow
    private var state = State.header
    /// The bytes of the last `moof` record.
    private var movieFragmentBytes: [UInt8] = []
    private var decryptor: FragmentDecryptor?
    /// Indicates whether a box of a segment came, `moof` or `styp`: a segment without samples may be only a
    /// `styp`.
    private var hasSegmentBox = false
    /// The last fragment, until all its samples were returned.
    private var fragment: Fragment?

    private struct Fragment {
        let layout: FragmentLayout
        var order: SampleOrder
        /// The position of the next sample in `order`.
        var position = 0
    }

    /// See `InvariantReader.init`.
    init(
        _ movie: MovieFormat,
        keyID: [UInt8]?,
        key: SampleAESKey?,
        segmentOffset: UInt64,
        isWhole: Bool,
        buffers: consuming BufferPool
    ) throws(SampleEncryptionError) {
        let decryptor = try Self.makeDecryptor(movie, keyID: keyID, key: key, segmentOffset: segmentOffset)
        self.decryptor = decryptor
        self.movie = movie
        self.segmentOffset = segmentOffset
        self.isWhole = isWhole
        window = ByteWindow(storage: buffers.take(atLeast: BufferPool.pieceLength))
    }

    private static func makeDecryptor(
        _ movie: MovieFormat,
        keyID: [UInt8]?,
        key: SampleAESKey?,
        segmentOffset: UInt64
    ) throws(SampleEncryptionError) -> FragmentDecryptor? {
        guard let key, movie.isEncrypted else { return nil }
        return try FragmentDecryptor(movie, keyID: keyID, key: key, segmentOffset: segmentOffset)
    }

    /// See `InvariantReader.cutByteCount`.
    var cutByteCount: Int { window.count }

    /// See `InvariantReader.takeBuffers`.
    consuming func takeBuffers() -> BufferPool {
        var buffers = BufferPool()
        buffers.recycle(window.bytes)
        return buffers
    }

    /// See `InvariantReader.fill`.
    mutating func fill<Failure: Error>(
        count: Int,
        _ read: (inout [UInt8], Range<Int>) throws(Failure) -> Int
    ) throws(Failure) {
        try window.fill(count: count, read)
    }

    /// See `InvariantReader.withBytes`.
    func withBytes<Result, Failure: Error>(
        of record: InvariantRecord,
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = record.kind == .movieFragment ? movieFragmentBytes.span : window.bytes.span
        return try body(bytes.extracting(record.range.clamped(to: bytes.indices)))
    }

    /// See `InvariantReader.next`.
    mutating func next(isLast: Bool) throws(SampleEncryptionError) -> InvariantRecord? {
        while true {
            switch state {
            case .header:
                guard try readHeader(isLast: isLast) else { return nil }
            case .skipped(let count):
                guard try skip(count, isLast: isLast) else { return nil }
            case .box(let count):
                return try nextBoxPart(count, isLast: isLast)
            case .movieFragment(let size):
                guard window.count >= size else {
                    try requireMore(isLast, UInt64(size))
                    return nil
                }
                return try readMovieFragment(size)
            case .samples:
                if let record = try nextSample(isLast: isLast) { return record }
                guard case .header = state else { return nil }
            case .end:
                return nil
            }
        }
    }

    /// Throws, or ends a byte range, if `needed` bytes are not available and no more will come.
    private mutating func requireMore(
        _ isLast: Bool,
        _ needed: UInt64
    ) throws(SampleEncryptionError) {
        guard isLast else { return }
        guard !isWhole else {
            throw .malformed(
                .truncated(offset: window.offset, needed: needed, available: UInt64(window.count))
            )
        }
        state = .end
    }

    /// Reads the header of the next box.
    ///
    /// - Returns: false if the header is incomplete or no bytes are available.
    private mutating func readHeader(isLast: Bool) throws(SampleEncryptionError) -> Bool {
        if window.count == 0 {
            if isLast, isWhole, !hasSegmentBox { throw .malformed(.missing(offset: 0, "box 'moof'")) }
            return false
        }
        let bytes = window.slice.prefix(BoxHeader.maximumSize)
        let size = BoxHeader.size(startingWith: bytes)
        guard bytes.count >= size else {
            try requireMore(isLast, UInt64(size))
            return false
        }
        let header = try wrappingParseErrors { () throws(ParseError) in
            var reader = ByteReader(bytes, at: window.offset)
            return try BoxHeader(&reader)
        }
        var length: UInt64?
        if case .bytes(let count) = header.extent { length = count }
        switch header.type {
        case "moof":
            guard let length, length <= UInt64(FragmentLayout.sizeLimit) else {
                throw .unsupported(
                    offset: window.offset,
                    what: "a box 'moof' of \(length.map { "\($0) bytes" } ?? "unknown size"), more than"
                        + " \(FragmentLayout.sizeLimit >> 20) MiB",
                    remedy: "Package the media again with shorter fragments"
                )
            }
            try requireNoPendingFragment(at: window.offset)
            state = .movieFragment(Int(length))
        case "mdat":
            try beginData(header, length)
        case "sidx", "mfra":
            state = .skipped(length)
        default:
            if header.type == "styp" { hasSegmentBox = true }
            state = .box(length)
        }
        return true
    }

    /// Throws if the last fragment has samples but no `mdat` followed.
    private mutating func requireNoPendingFragment(at offset: UInt64) throws(SampleEncryptionError) {
        guard let pendingFragment = fragment, pendingFragment.layout.dataSize > 0 else { return }
        throw .malformed(
            .missing(
                offset: offset,
                "box 'mdat' for the fragment at byte \(pendingFragment.layout.range.lowerBound)"
            )
        )
    }

    private mutating func readMovieFragment(_ size: Int) throws(SampleEncryptionError) -> InvariantRecord {
        let offset = window.offset
        let layout = try FragmentLayout(
            Array(window.slice.prefix(size)),
            at: offset,
            segmentOffset: segmentOffset,
            movie
        )
        movieFragmentBytes = try FragmentInvariant.bytes(of: layout.node)
        try decryptor?.begin(layout)
        fragment = Fragment(layout: layout, order: SampleOrder(ofFragment: ()))
        hasSegmentBox = true
        window.consume(size)
        state = .header
        return InvariantRecord(kind: .movieFragment, offset: offset, range: movieFragmentBytes.indices)
    }

    private mutating func beginData(
        _ header: BoxHeader,
        _ length: UInt64?
    ) throws(SampleEncryptionError) {
        let start = window.offset + UInt64(header.size)
        guard var updatedFragment = fragment else {
            guard length == UInt64(header.size) else {
                throw .malformed(
                    .invalid(
                        offset: window.offset,
                        field: "box",
                        found: "'mdat' that belongs to no 'moof' before it",
                        expected: "its 'moof' first"
                    )
                )
            }
            state = .skipped(UInt64(header.size))
            return
        }
        let body = (length ?? UInt64(header.size)) - UInt64(header.size)
        let (end, isOver) = start.addingReportingOverflow(
            length == nil ? updatedFragment.layout.dataSize : body
        )
        guard !isOver else {
            throw .malformed(.truncated(offset: window.offset, needed: body, available: UInt64(window.count)))
        }
        updatedFragment.order = try updatedFragment.layout.order(in: start..<end)
        fragment = updatedFragment
        window.consume(header.size)
        state = .samples
    }

    /// Returns the next sample, or nil if more bytes are needed or all samples of the fragment were returned.
    private mutating func nextSample(isLast: Bool) throws(SampleEncryptionError) -> InvariantRecord? {
        guard let layout = fragment?.layout, let position = fragment?.position,
            position < layout.samples.count
        else {
            fragment = nil
            state = .header
            return nil
        }
        let index = fragment?.order.index(position) ?? position
        let size = layout.samples[index].range.count
        guard window.count >= size else {
            try requireMore(isLast, UInt64(size))
            return nil
        }
        fragment?.position += 1
        let offset = window.offset
        let range = window.consume(size)
        try decryptor?.decrypt(index, of: layout, in: &window.bytes, range)
        let track = layout.trackFragments[layout.samples[index].trackFragmentIndex].header.trackID
        return InvariantRecord(kind: .sample(track: track), offset: offset, range: range)
    }

    /// Returns the next part of a box of the invariant, or nil if more bytes are needed or there are no more.
    private mutating func nextBoxPart(
        _ count: UInt64?,
        isLast: Bool
    ) throws(SampleEncryptionError) -> InvariantRecord? {
        let limit = UInt64(FragmentInvariant.boxRecordLimit)
        let size = Int(min(count ?? limit, limit))
        let offset = window.offset
        if window.count < size {
            guard isLast, count == nil else {
                try requireMore(isLast, UInt64(size))
                return nil
            }
            state = .end
            guard window.count > 0 else { return nil }
            return InvariantRecord(kind: .box, offset: offset, range: window.consume(window.count))
        }
        state = count == UInt64(size) ? .header : .box(count.map { $0 - UInt64(size) })
        return InvariantRecord(kind: .box, offset: offset, range: window.consume(size))
    }

    /// Skips bytes of a box that is no part of the invariant.
    ///
    /// - Returns: true if all `count` bytes were skipped; false if more have to follow, or `count` is nil.
    private mutating func skip(
        _ count: UInt64?,
        isLast: Bool
    ) throws(SampleEncryptionError) -> Bool {
        let skipped = min(count ?? .max, UInt64(window.count))
        window.consume(Int(skipped))
        guard let count else { return false }
        state = skipped < count ? .skipped(count - skipped) : .header
        guard skipped < count else { return true }
        try requireMore(isLast, count - skipped)
        return false
    }
}
