import Ciphers
import ISOBaseMedia
import SampleEncryption

/// Writes one segment; see `FragmentedSegmentEncryptor`.
struct SingleSegmentWriter: ~Copyable {
    private let source: SegmentSource
    private let movie: MovieFormat
    private let segmentOffset: UInt64
    private let offsetMap: FileOffsetMap
    /// The conversion that `source` reads, or nil if `source` is the clear segment itself.
    private let conversion: ConvertedSegment?
    private var planner: FragmentPlanner?
    private var cipher: FragmentCipher?
    private var mac: InvariantMAC
    private var pieces: PieceBuffer
    private var sizeChanges: [OffsetMap.SizeChange] = []

    init(
        _ source: SegmentSource,
        _ movie: MovieFormat,
        _ treatment: FragmentTreatment,
        segmentOffset: UInt64,
        offsetMap: FileOffsetMap,
        piece: consuming PieceBuffer,
        digestKey: ContentKey,
        conversion: ConvertedSegment? = nil
    ) throws(SampleEncryptionError) {
        // No property is set before the last throwing call, because some are noncopyable.
        let cipher = try Self.makeCipher(treatment)
        let mac = try withSampleEncryptionErrors { () throws(CipherError) in
            try InvariantMAC(key: digestKey)
        }
        self.source = source
        self.movie = movie
        self.segmentOffset = segmentOffset
        self.offsetMap = offsetMap
        self.conversion = conversion
        self.cipher = cipher
        self.mac = mac
        pieces = piece
        if case .encrypted(let key) = treatment {
            planner = FragmentPlanner(
                movie,
                key.scheme,
                keyID: key.keyID,
                iv: key.iv,
                usesSampleGroups: key.usesSampleGroups
            )
        }
    }

    private static func makeCipher(
        _ treatment: FragmentTreatment
    ) throws(SampleEncryptionError) -> FragmentCipher? {
        guard case .encrypted(let key) = treatment else { return nil }
        return try withSampleEncryptionErrors { () throws(CipherError) in
            try FragmentCipher(key.scheme, .encrypt, SampleAESKey(key: key.key, iv: key.iv))
        }
    }

    mutating func run(_ write: ([UInt8], Range<Int>) throws -> Void) throws {
        var iterator = SegmentBoxIterator(source, segmentOffset: segmentOffset, movie)
        var fragment: FragmentEncryptor?
        while let step = try iterator.next() {
            switch step {
            case .fragment(let box, let layout, let order):
                fragment = try self.beginFragment(box, layout, order, write)
            case .data(let box):
                try writeData(box, &fragment, write)
            case .box(let box):
                try self.writeBox(box, write)
            }
        }
        try pieces.flush(write)
    }

    /// Ends the segment and returns its MAC, length and offset map.
    ///
    /// - Parameter buffers: gets the storage of the pieces back.
    /// - Returns: the MAC of the invariant, the output length, and the offset map.
    /// - Throws: `SampleEncryptionError.cipher` if the cipher fails.
    consuming func finish(
        returning buffers: inout BufferPool
    ) throws(SampleEncryptionError) -> SegmentOutcome {
        buffers.recycle(pieces.bytes)
        let length = pieces.total
        let map = conversion?.map(with: sizeChanges) ?? OffsetMap(sizeChanges: sizeChanges)
        do throws(CipherError) {
            return SegmentOutcome(
                mac: try mac.finish(),
                extent: OutputExtent(length: length, map: map)
            )
        } catch {
            throw .cipher(error)
        }
    }

    private mutating func beginFragment(
        _ box: TopLevelBox,
        _ layout: FragmentLayout,
        _ order: SampleOrder,
        _ write: ([UInt8], Range<Int>) throws -> Void
    ) throws -> FragmentEncryptor {
        let plan =
            try planner?.plan(layout, order, in: source) ?? FragmentPlanner.planClearLead(layout, movie)
        try Self.authenticate(.movieFragment, try FragmentInvariant.bytes(of: layout.node), &mac)
        sizeChanges += OffsetMap.SizeChange.changes(of: box.range, to: plan.movieFragment.count)
        try pieces.append(plan.movieFragment, write)
        return FragmentEncryptor(layout, order, plan.ranges)
    }

    private mutating func writeData(
        _ box: TopLevelBox,
        _ fragment: inout FragmentEncryptor?,
        _ write: ([UInt8], Range<Int>) throws -> Void
    ) throws {
        try pieces.append(Array(try source.bytes(box.range.lowerBound..<box.body.lowerBound)), write)
        var position = box.body.lowerBound
        repeat {
            let room = try pieces.room(write)
            let end = min(box.body.upperBound, position + UInt64(room.count))
            let cut = fragment?.pieceEnd(from: position, upTo: end) ?? end
            let piece = position..<cut
            let range = room.prefix(piece.count)
            try pieces.fill(range) { bytes in
                if !piece.isEmpty { try source.read(into: &bytes, range, at: position) }
                try withSampleEncryptionErrors { () throws(CipherError) in
                    try fragment?.authenticate(of: piece, bytes, at: range.lowerBound, &mac)
                    try fragment?.encrypt(piece, in: &bytes, at: range.lowerBound, &cipher)
                }
            }
            position = cut
        } while position < box.body.upperBound
        fragment = nil
    }

    private mutating func writeBox(
        _ box: TopLevelBox,
        _ write: ([UInt8], Range<Int>) throws -> Void
    ) throws {
        if box.type == "sidx" { return try writeSegmentIndex(box, write) }
        if box.type == "mfra", box.range.count <= FragmentLayout.sizeLimit {
            let bytes = Array(try source.bytes(box.range))
            return try pieces.append(MovieFragmentRandomAccessRewriter.move(bytes, to: offsetMap), write)
        }
        let isInvariant = box.type != "mdat" && box.type != "mfra"
        var position = box.range.lowerBound
        while position < box.range.upperBound {
            // Larger boxes are split into records of limited size, so that no reader has to keep a whole box.
            let end = min(box.range.upperBound, position + UInt64(FragmentInvariant.boxRecordLimit))
            if isInvariant {
                try withSampleEncryptionErrors { () throws(CipherError) in
                    try mac.begin(.box, count: Int(end - position))
                }
            }
            while position < end {
                let room = try pieces.room(write)
                let range = room.prefix(Int(clamping: end - position))
                try pieces.fill(range) { bytes in
                    try source.read(into: &bytes, range, at: position)
                    guard isInvariant else { return }
                    let span = bytes.span
                    try withSampleEncryptionErrors { () throws(CipherError) in
                        try mac.append(span.extracting(range))
                    }
                }
                position += UInt64(range.count)
            }
        }
    }

    private mutating func writeSegmentIndex(
        _ box: TopLevelBox,
        _ write: ([UInt8], Range<Int>) throws -> Void
    ) throws {
        try box.requireIndexSize()
        let bytes = Array(try source.bytes(box.range))
        let clearOffset = conversion?.clearOffset(of: box.range.lowerBound) ?? box.range.lowerBound
        let moved = try SegmentIndexRewriter.move(bytes, at: segmentOffset + clearOffset, to: offsetMap)
        try pieces.append(moved, write)
    }

    /// Adds a record to the MAC; static, because a span of one property forbids changing another one.
    private static func authenticate(
        _ kind: InvariantRecord.Kind,
        _ bytes: [UInt8],
        _ mac: inout InvariantMAC
    ) throws(SampleEncryptionError) {
        try withSampleEncryptionErrors { () throws(CipherError) in try mac.add(kind, bytes.span) }
    }
}
