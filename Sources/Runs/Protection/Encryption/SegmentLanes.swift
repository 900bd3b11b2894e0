import Ciphers
import KeyStore
import Presentations

/// Encrypts many units by AES-128 side by side on one thread: what waits in one, goes on in the others
/// (`MultiBufferCBC`).
///
/// One pass: each piece is read, authenticated for the store's digest, encrypted where it stands and written while it
/// is in the cache. The memory depends neither on the length of a segment nor on their number.
struct SegmentLanes: ~Copyable {
    /// Bytes of a piece: a power of two, for which the page cache takes memory in one run.
    ///
    /// Those of 16 lanes are as large as a second-level cache of 1 MiB; larger ones are no faster.
    private static let pieceLength = 64 * 1024
    /// Bytes between one piece and the next: room for padding, and no multiple of 4096, at which the lanes would drive each
    /// other out of the first-level cache.
    private static let gapLength = 5 * 64

    private let context: UnitWriter.Context
    private var buffer: [UInt8]
    private var lanes: [SegmentLane] = []
    private var freePlaces: [Int]
    /// The key of all lanes, and what encrypts with it.
    private var slot: KeySlot?
    private var engine: MultiBufferCBC?

    /// - Parameters:
    ///   - width: units that go side by side.
    ///   - context: where files come from and go.
    init(width: Int, _ context: UnitWriter.Context) {
        self.context = context
        let stride = Self.pieceLength + Self.gapLength
        buffer = [UInt8](repeating: 0, count: width * stride)
        freePlaces = (0..<width).reversed().map { $0 * stride }
    }

    /// Whether a unit is open.
    var isOpen: Bool { !lanes.isEmpty }
    /// Whether another unit may be opened.
    var hasRoom: Bool { !freePlaces.isEmpty }

    /// Opens a unit, if there is room for it.
    ///
    /// - Parameters:
    ///   - index: its place in the work.
    ///   - unit: the unit.
    ///   - vector: where its initialization vector comes from.
    ///   - record: its key.
    /// - Returns: false if it has to wait until others are done: there is no room, they have another key, or the process may
    ///   not open more files.
    /// - Throws: `PresentationError` for files that cannot be had.
    mutating func open(
        _ index: Int,
        _ unit: MediaUnit,
        _ vector: MediaUnit.UnitVector,
        _ record: KeyRecord
    ) throws(PresentationError) -> Bool {
        guard let place = freePlaces.last, lanes.isEmpty || unit.protection.slot == slot else { return false }
        if unit.protection.slot != slot {
            do throws(CipherError) {
                engine = try MultiBufferCBC(key: record.key)
            } catch {
                throw .fault("\(unit.file): \(error)")
            }
            slot = unit.protection.slot
        }
        do throws(PresentationError) {
            lanes.append(
                try SegmentLane(index: index, place: place, unit, vector, record, in: context)
            )
        } catch {
            if error.shortage == .openFiles, !lanes.isEmpty { return false }
            throw error
        }
        freePlaces.removeLast()
        return true
    }

    /// Encrypts a piece of each unit that is open, and tells the queue which are done.
    ///
    /// After a failure, which the queue gets too, the lanes are of no more use.
    ///
    /// - Returns: whether all went well.
    mutating func advance(_ queue: WorkQueue<UnitWriter.Outcome>) -> Bool {
        var index = lanes.first?.index ?? 0
        do {
            var parts: [CBCChainPart] = []
            for lane in lanes {
                index = lane.index
                parts.append(try lane.read(into: &buffer, count: Self.pieceLength, in: context))
            }
            try Self.encrypt(parts, in: &buffer, by: &engine)
            var open: [SegmentLane] = []
            for (lane, part) in zip(lanes, parts) {
                index = lane.index
                if let outcome = try lane.write(part, from: buffer) {
                    queue.finish(index, with: outcome)
                    freePlaces.append(lane.place)
                } else {
                    open.append(lane)
                }
            }
            lanes = open
            return true
        } catch {
            queue.fail(index, with: error as? PresentationError ?? .fault(String(describing: error)))
            return false
        }
    }

    /// Static, because a span of one property forbids to change another.
    private static func encrypt(
        _ parts: [CBCChainPart],
        in buffer: inout [UInt8],
        by engine: inout MultiBufferCBC?
    ) throws(CipherError) {
        var span = buffer.mutableSpan
        try engine?.encrypt(parts, inPlace: &span)
    }
}
