import Ciphers
import ISOBaseMedia
import SampleEncryption

/// Writes one segment; see `FragmentedSegmentWriter`.
struct SingleSegmentWriter: ~Copyable {
    private let source: SegmentSource
    private let movie: MovieFormat
    private let segmentOffset: UInt64
    private let places: FileOffsetMap
    /// The conversion that `source` reads, or nil if `source` is the clear segment itself.
    private let conversion: ConvertedSegment?
    private var planner: FragmentPlanner?
    private var cipher: FragmentCipher?
    private var essence: InvariantMAC
    private var pieces: PieceBuffer
    private var insertions: [OffsetMap.Insertion] = []

    init(
        _ source: SegmentSource,
        _ movie: MovieFormat,
        _ treatment: FragmentTreatment,
        segmentOffset: UInt64,
        places: FileOffsetMap,
        piece: consuming PieceBuffer,
        digestKey: ContentKey,
        conversion: ConvertedSegment? = nil
    ) throws(SampleEncryptionError) {
        // No property is set before the last throwing call, because some are noncopyable.
        let cipher = try Self.makeCipher(treatment)
        let essence = try withSampleEncryptionErrors { () throws(CipherError) in
            try InvariantMAC(key: digestKey)
        }
        self.source = source
        self.movie = movie
        self.segmentOffset = segmentOffset
        self.places = places
        self.conversion = conversion
        self.cipher = cipher
        self.essence = essence
        pieces = piece
        if case .encrypted(let key) = treatment {
            planner = FragmentPlanner(
                movie,
                key.scheme,
                keyID: key.keyID,
                vector: key.iv,
                isGrouped: key.isGrouped
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
        var walk = SegmentBoxIterator(source, segmentOffset: segmentOffset, movie)
        var fragment: FragmentEncryptor?
        while let step = try walk.next() {
            switch step {
            case .fragment(let box, let layout, let order):
                fragment = try self.fragment(box, layout, order, write)
            case .data(let box):
                try data(box, &fragment, write)
            case .box(let box):
                try self.box(box, write)
            }
        }
        try pieces.flush(write)
    }

    /// Ends the segment and returns its MAC, length and offset map.
    ///
    /// - Parameter piece: gets the storage of the pieces back.
    /// - Returns: the MAC of the invariant, the output length, and the offset map.
    /// - Throws: `SampleEncryptionError.cipher` if the cipher fails.
    consuming func finish(
        returning piece: inout [UInt8]
    ) throws(SampleEncryptionError) -> SampleAESEncryptor.Outcome {
        piece = pieces.bytes
        let length = pieces.total
        let map = conversion?.map(with: insertions) ?? OffsetMap(insertions: insertions)
        do throws(CipherError) {
            return SampleAESEncryptor.Outcome(essence: try essence.finish(), outputLength: length, map: map)
        } catch {
            throw .cipher(error)
        }
    }

    private mutating func fragment(
        _ box: SegmentBox,
        _ layout: FragmentLayout,
        _ order: SampleOrder,
        _ write: ([UInt8], Range<Int>) throws -> Void
    ) throws -> FragmentEncryptor {
        let plan =
            try planner?.plan(layout, order, in: source) ?? FragmentPlanner.planClearLead(layout, movie)
        try Self.authenticate(.movieFragment, try FragmentInvariant.bytes(of: layout.node), &essence)
        insertions += OffsetMap.Insertion.change(of: box.range, to: plan.movieFragment.count)
        try pieces.append(plan.movieFragment, write)
        return FragmentEncryptor(layout, order, plan.ranges)
    }

    private mutating func data(
        _ box: SegmentBox,
        _ fragment: inout FragmentEncryptor?,
        _ write: ([UInt8], Range<Int>) throws -> Void
    ) throws {
        try pieces.append(Array(try source.bytes(box.range.lowerBound..<box.body.lowerBound)), write)
        var position = box.body.lowerBound
        repeat {
            let room = try pieces.room(write)
            let end = min(box.body.upperBound, position + UInt64(room.count))
            let cut = fragment?.pieceEnd(from: position, before: end) ?? end
            let piece = position..<cut
            let range = room.prefix(piece.count)
            try pieces.fill(range) { bytes in
                if !piece.isEmpty { try source.read(into: &bytes, range, at: position) }
                try withSampleEncryptionErrors { () throws(CipherError) in
                    try fragment?.authenticate(of: piece, bytes, at: range.lowerBound, &essence)
                    try fragment?.encrypt(piece, in: &bytes, at: range.lowerBound, &cipher)
                }
            }
            position = cut
        } while position < box.body.upperBound
        fragment = nil
    }

    private mutating func box(
        _ box: SegmentBox,
        _ write: ([UInt8], Range<Int>) throws -> Void
    ) throws {
        if box.type == "sidx" { return try index(box, write) }
        if box.type == "mfra", box.range.count <= FragmentLayout.sizeLimit {
            let bytes = Array(try source.bytes(box.range))
            return try pieces.append(MovieFragmentRandomAccessRewriter.move(bytes, to: places), write)
        }
        let isEssence = box.type != "mdat" && box.type != "mfra"
        var position = box.range.lowerBound
        while position < box.range.upperBound {
            // Larger boxes are split into records of limited size, so that no reader has to keep a whole box.
            let end = min(box.range.upperBound, position + UInt64(FragmentInvariant.boxRecordLimit))
            if isEssence {
                try withSampleEncryptionErrors { () throws(CipherError) in
                    try essence.begin(.box, count: Int(end - position))
                }
            }
            while position < end {
                let room = try pieces.room(write)
                let range = room.prefix(Int(clamping: end - position))
                try pieces.fill(range) { bytes in
                    try source.read(into: &bytes, range, at: position)
                    guard isEssence else { return }
                    let span = bytes.span
                    try withSampleEncryptionErrors { () throws(CipherError) in
                        try essence.append(span.extracting(range))
                    }
                }
                position += UInt64(range.count)
            }
        }
    }

    private mutating func index(
        _ box: SegmentBox,
        _ write: ([UInt8], Range<Int>) throws -> Void
    ) throws {
        try box.requireIndexSize()
        let bytes = Array(try source.bytes(box.range))
        let place = conversion?.clearOffset(of: box.range.lowerBound) ?? box.range.lowerBound
        let moved = try SegmentIndexRewriter.move(bytes, at: segmentOffset + place, to: places)
        try pieces.append(moved, write)
    }

    /// Adds a record to the MAC; static, because a span of one property forbids changing another one.
    private static func authenticate(
        _ kind: InvariantRecord.Kind,
        _ bytes: [UInt8],
        _ essence: inout InvariantMAC
    ) throws(SampleEncryptionError) {
        try withSampleEncryptionErrors { () throws(CipherError) in try essence.add(kind, bytes.span) }
    }
}
