import Presentations

/// Writes one thread's share of a queue of media resources: AES-128 side by side, all others one by one.
struct ResourceQueueWriter {
    /// The limits on open media resources: of one thread, and of all threads together.
    private struct Bounds {
        let perThread: Int
        let total: Int

        static let files = Bounds(perThread: 16, total: 128)
        /// The limits for generated presentations, where each open media resource has a muxer.
        ///
        /// A muxer holds some hundred KB of samples, or more if a single sample is larger.
        static let generated = Bounds(perThread: 8, total: 32)
    }

    /// The most files that a media resource opens: source, output, and mezzanines of a generated source.
    private static let filesPerResource = 4

    let resources: [MediaResource]
    /// The media resources of the queue, as indices into `resources`.
    let queuedIndices: [Int]
    let keys: [KeySlot: PlannedKey]
    let context: ResourceWriter.Context
    let jobs: Int

    /// The number of media resources side by side on one thread.
    ///
    /// It divides the share of a thread into rounds of equal size.
    private var laneCount: Int {
        let bounds = if case .generated = context.source { Bounds.generated } else { Bounds.files }
        let openResourceLimit = min(bounds.total, OpenFileLimit.forMedia / Self.filesPerResource)
        let maximumLaneCount = max(1, min(bounds.perThread, openResourceLimit / jobs))
        let share = max(1, (queuedIndices.count + jobs - 1) / jobs)
        let rounds = (share + maximumLaneCount - 1) / maximumLaneCount
        return (share + rounds - 1) / rounds
    }

    /// Writes media resources of a queue until it is empty, or one failed.
    func drain(_ queue: WorkQueue<ResourceWriter.Outcome>) {
        var singleWriter = ResourceWriter(digestKey: context.digestKey)
        var lanes = SegmentLanes(laneCount: laneCount, context)
        /// The index of a media resource that was taken from the queue and waits for the lanes.
        var waiting: Int?
        while !queue.hasFailed {
            while lanes.hasRoom, let index = waiting ?? queue.next() {
                waiting = index
                do throws(PresentationError) {
                    guard try begin(index, queue, &singleWriter, &lanes) else { break }
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
        _ singleWriter: inout ResourceWriter,
        _ lanes: inout SegmentLanes
    ) throws(PresentationError) -> Bool {
        let resource = resources[queuedIndices[index]]
        let record = resource.protection.slot.flatMap { keys[$0]?.record }
        if resource.protection.slot != nil, record == nil {
            throw .fault(
                "\(resource.file): no key was committed for a media resource that is to be encrypted"
            )
        }
        if case .aes128(_, let ivOrigin) = resource.protection, let record {
            return try lanes.open(index, resource, ivOrigin, record)
        }
        // The lanes finish first: they would keep files open while this media resource is written.
        if lanes.isOpen { return false }
        queue.finish(index, with: try singleWriter.write(resource, record: record, in: context))
        return true
    }
}
