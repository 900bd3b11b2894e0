import Ciphers
import Failures
import KeyStore
import Presentations
import SampleEncryption

/// Encrypts many media resources with AES-128 side by side on one thread.
///
/// A CBC chain waits for each block, and other chains go on meanwhile (`MultiBufferCBC`). There is one pass:
/// each piece is read, authenticated for the store's digest, encrypted in place and written while it is in
/// the cache. Memory depends neither on the length of a segment nor on the number of segments.
struct SegmentLanes: ~Copyable {
    /// The size of a piece in bytes: a power of two, for which the page cache allocates contiguous memory.
    ///
    /// The pieces of 16 lanes fill a second-level cache of 1 MiB; larger ones are no faster.
    private static let pieceLength = 64 * 1024
    /// The gap between two pieces, in bytes: room for padding.
    ///
    /// It keeps the distance of pieces from being a multiple of 4096, at which the lanes would evict each
    /// other from the first-level cache.
    private static let gapLength = 5 * 64

    private let context: WriterContext
    /// The pieces of the lanes; empty before the first media resource, as there may be none of AES-128.
    private var buffer: [UInt8] = []
    private let bufferSize: Int
    private var lanes: [SegmentLane] = []
    private var freeOffsets: [Int]
    /// The slot of the key of all lanes, and the engine that encrypts with that key.
    private var slot: KeySlot?
    private var engine: MultiBufferCBC?

    /// - Parameters:
    ///   - laneCount: the number of lanes: media resources that are encrypted side by side.
    ///   - context: the source files, the output directory, cancellation and progress.
    init(laneCount: Int, _ context: WriterContext) {
        self.context = context
        let stride = Self.pieceLength + Self.gapLength
        bufferSize = laneCount * stride
        freeOffsets = (0..<laneCount).reversed().map { $0 * stride }
    }

    /// Indicates whether a media resource is open.
    var isOpen: Bool { !lanes.isEmpty }
    /// Indicates whether a lane is free.
    var hasRoom: Bool { !freeOffsets.isEmpty }

    /// Opens a media resource in a free lane, if possible.
    ///
    /// - Parameters:
    ///   - index: the index of the media resource in the work queue.
    ///   - output: the media resource.
    ///   - slot: the slot of its key.
    ///   - ivOrigin: the origin of its IV.
    /// - Returns: false if the resource has to wait until others are done: no lane is free, they have another
    ///   key, or the process may not open more files.
    /// - Throws: `RunFailure` if a file cannot be opened.
    mutating func open(
        _ index: Int,
        _ output: OutputResource,
        _ slot: KeySlot,
        _ ivOrigin: IVOrigin
    ) throws(RunFailure) -> Bool {
        guard let bufferOffset = freeOffsets.last, lanes.isEmpty || slot == self.slot else { return false }
        let record = try context.lines.record(of: slot)
        if slot != self.slot {
            let file = output.resource.file
            engine = try mapErrors(to: { .fault($0, doing: "encrypting \(file)") }) {
                () throws(CipherError) in try MultiBufferCBC(key: record.key)
            }
            self.slot = slot
        }
        do throws(RunFailure) {
            lanes.append(
                try SegmentLane(
                    index: index,
                    bufferOffset: bufferOffset,
                    output,
                    ivOrigin.initializationVector(of: record),
                    in: context
                )
            )
        } catch {
            if error.shortage == .openFiles, !lanes.isEmpty { return false }
            throw error
        }
        if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: bufferSize) }
        freeOffsets.removeLast()
        return true
    }

    /// Encrypts a piece of each open media resource, and reports those that are done to the queue.
    ///
    /// After a failure, which is reported to the queue too, the lanes cannot be used any more.
    ///
    /// - Returns: false after a failure.
    mutating func advance(_ queue: WorkQueue<SegmentOutcome>) -> Bool {
        var index = lanes.first?.index ?? 0
        do {
            var parts: [CBCChainPart] = []
            for lane in lanes {
                index = lane.index
                parts.append(try lane.read(into: &buffer, count: Self.pieceLength))
            }
            try Self.encrypt(parts, in: &buffer, by: &engine)
            var openLanes: [SegmentLane] = []
            for (lane, part) in zip(lanes, parts) {
                index = lane.index
                if let outcome = try lane.write(part, from: buffer) {
                    queue.finish(index, with: outcome)
                    freeOffsets.append(lane.bufferOffset)
                } else {
                    openLanes.append(lane)
                }
            }
            lanes = openLanes
            return true
        } catch {
            queue.fail(index, with: RunFailure(unexpected: error))
            return false
        }
    }

    /// Encrypts the parts in place.
    ///
    /// Static, because a span of one stored property does not allow changes of another.
    private static func encrypt(
        _ parts: [CBCChainPart],
        in buffer: inout [UInt8],
        by engine: inout MultiBufferCBC?
    ) throws(CipherError) {
        var span = buffer.mutableSpan
        try engine?.encrypt(parts, inPlace: &span)
    }
}
