import Presentations

/// What one thread does of a queue of units: those of AES-128 side by side, all others one after the other.
struct UnitQueueWriter {
    /// Units that one thread, and all threads together, have open at once.
    private struct Bounds {
        let ofThread: Int
        let ofAll: Int

        static let files = Bounds(ofThread: 16, ofAll: 128)
        /// Of these each costs the memory of who makes it: samples of some hundred KB, or as large as the largest one.
        static let made = Bounds(ofThread: 8, ofAll: 32)
    }

    /// Files that a unit may have open: its own, its result, and inputs that it is made of.
    private static let filesOfUnit = 4

    let units: [MediaUnit]
    /// The units of the queue by their indices in `units`.
    let queued: [Int]
    let keys: [KeySlot: PlannedKey]
    let context: UnitWriter.Context
    let jobs: Int

    /// Units side by side on one thread: so many that all threads go through their share in rounds of one size.
    private var width: Int {
        let bounds = if case .made = context.source { Bounds.made } else { Bounds.files }
        let openUnits = min(bounds.ofAll, OpenFileLimit.forMedia / Self.filesOfUnit)
        let widest = max(1, min(bounds.ofThread, openUnits / jobs))
        let share = max(1, (queued.count + jobs - 1) / jobs)
        let rounds = (share + widest - 1) / widest
        return (share + rounds - 1) / rounds
    }

    /// Writes units of a queue until it is empty, or something failed.
    func drain(_ queue: WorkQueue<UnitWriter.Outcome>) {
        var single = UnitWriter(digestKey: context.digestKey)
        var lanes = SegmentLanes(width: width, context)
        /// Was taken out of the queue, and has to wait for the lanes.
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

    /// Writes a unit, or opens it for the lanes.
    ///
    /// - Returns: false if it has to wait for the lanes.
    private func begin(
        _ index: Int,
        _ queue: WorkQueue<UnitWriter.Outcome>,
        _ single: inout UnitWriter,
        _ lanes: inout SegmentLanes
    ) throws(PresentationError) -> Bool {
        let unit = units[queued[index]]
        let record = unit.protection.slot.flatMap { keys[$0]?.record }
        if unit.protection.slot != nil, record == nil {
            throw .fault("\(unit.file): no key was committed for a unit that is to be encrypted")
        }
        if case .aes128(_, let vector) = unit.protection, let record {
            return try lanes.open(index, unit, vector, record)
        }
        // Lanes that wait hold files open for nothing.
        if lanes.isOpen { return false }
        queue.finish(index, with: try single.write(unit, record: record, in: context))
        return true
    }
}
