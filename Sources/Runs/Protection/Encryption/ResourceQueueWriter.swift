import Presentations

/// Writes one thread's share of a queue of media resources: AES-128 side by side, all others one by one.
struct ResourceQueueWriter {
    /// The limits on open media resources: of one thread, and of all threads together.
    private struct Bounds {
        let ofThread: Int
        let ofAll: Int

        static let files = Bounds(ofThread: 16, ofAll: 128)
        /// The limits for generated presentations, where each open media resource has a muxer.
        ///
        /// A muxer holds some hundred KB of samples, or more if a single sample is larger.
        static let generated = Bounds(ofThread: 8, ofAll: 32)
    }

    /// The most files that a media resource opens: source, output, and mezzanines of a generated source.
    private static let filesPerResource = 4

    let units: [MediaResource]
    /// The media resources of the queue, as indices into `units`.
    let queued: [Int]
    let keys: [KeySlot: PlannedKey]
    let context: ResourceWriter.Context
    let jobs: Int

    /// The number of media resources side by side on one thread.
    ///
    /// It divides the share of a thread into rounds of equal size.
    private var width: Int {
        let bounds = if case .generated = context.source { Bounds.generated } else { Bounds.files }
        let openUnits = min(bounds.ofAll, OpenFileLimit.forMedia / Self.filesPerResource)
        let widest = max(1, min(bounds.ofThread, openUnits / jobs))
        let share = max(1, (queued.count + jobs - 1) / jobs)
        let rounds = (share + widest - 1) / widest
        return (share + rounds - 1) / rounds
    }

    /// Writes media resources of a queue until it is empty, or one failed.
    func drain(_ queue: WorkQueue<ResourceWriter.Outcome>) {
        var single = ResourceWriter(digestKey: context.digestKey)
        var lanes = SegmentLanes(width: width, context)
        /// The index of a media resource that was taken from the queue and waits for the lanes.
        var waiting: Int?
        while !queue.hasFailed {
            while lanes.hasRoom, let index = waiting ?? queue.next() {
                waiting = index
                do throws(PresentationError) {
                    guard try begin(index, queue, &single, &lanes) else { break }
                } catch {
                    return queue.fail(index, with: error)
                }
                waiting = nil
            }
            guard lanes.isOpen, lanes.advance(queue) else { return }
        }
    }

    /// Writes a media resource, or opens it in a lane.
    ///
    /// - Returns: false if the resource has to wait for the lanes.
    private func begin(
        _ index: Int,
        _ queue: WorkQueue<ResourceWriter.Outcome>,
        _ single: inout ResourceWriter,
        _ lanes: inout SegmentLanes
    ) throws(PresentationError) -> Bool {
        let unit = units[queued[index]]
        let record = unit.protection.slot.flatMap { keys[$0]?.record }
        if unit.protection.slot != nil, record == nil {
            throw .fault("\(unit.file): no key was committed for a media resource that is to be encrypted")
        }
        if case .aes128(_, let vector) = unit.protection, let record {
            return try lanes.open(index, unit, vector, record)
        }
        // The lanes finish first: they would keep files open while this media resource is written.
        if lanes.isOpen { return false }
        queue.finish(index, with: try single.write(unit, record: record, in: context))
        return true
    }
}
