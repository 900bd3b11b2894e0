import CommonEncryption
import Failures
import KeyStore
import Presentations
import SampleEncryption

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

    let layout: OutputLayout
    /// The media resources of the queue, as indices into the layout.
    let queuedIndices: [Int]
    let context: WriterContext
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
    func drain(_ queue: WorkQueue<SegmentOutcome>) {
        var buffers = BufferPool()
        var lanes = SegmentLanes(laneCount: laneCount, context)
        /// The index of a media resource that was taken from the queue and waits for the lanes.
        var waiting: Int?
        while !queue.hasFailed {
            while lanes.hasRoom, let index = waiting ?? queue.next() {
                waiting = index
                do throws(RunFailure) {
                    guard try begin(index, queue, &buffers, &lanes) else { break }
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
        _ queue: WorkQueue<SegmentOutcome>,
        _ buffers: inout BufferPool,
        _ lanes: inout SegmentLanes
    ) throws(RunFailure) -> Bool {
        let output = layout[queuedIndices[index]]
        let writer: any ResourceWriter
        switch output.planned.treatment {
        case .aes128(let slot, let ivOrigin):
            return try lanes.open(index, output, slot, ivOrigin)
        case .clear(.none): writer = ByteCopier()
        case .clear(.movie?): writer = SectionWriter(protection: nil)
        case .clear(let format?): writer = ClearSampleCopier(format: format)
        case .clearLead(let survey): writer = self.writer(of: output, survey, .clearLead)
        case .section(let protection): writer = SectionWriter(protection: protection)
        case .fragments(let slot, let survey, let ivOrigin):
            let key = try FragmentKey(context.lines.record(of: slot), ivOrigin, context.lines.policy)
            writer = self.writer(of: output, survey, .encrypted(key))
        case .transportStream(let slot, let survey):
            writer = SegmentWriter(
                encryptor: TransportStreamSegmentEncryptor(
                    survey,
                    key: try sampleKey(of: slot),
                    digestKey: context.digestKey
                )
            )
        case .packedAudio(let slot, let survey):
            writer = SegmentWriter(
                encryptor: PackedAudioSegmentEncryptor(
                    survey,
                    key: try sampleKey(of: slot),
                    digestKey: context.digestKey
                )
            )
        case .aes256GCM(let slot, let ivContext):
            let record = try context.lines.record(of: slot)
            writer = SegmentWriter(
                encryptor: GCMSegmentEncryptor(
                    key: record.key,
                    identity: record.identity.fields,
                    at: ivContext,
                    digestKey: context.digestKey
                )
            )
        }
        // The lanes finish first: they would keep files open while this media resource is written.
        if lanes.isOpen { return false }
        queue.finish(index, with: try write(output, by: writer, &buffers))
        return true
    }

    private func write(
        _ output: OutputResource,
        by writer: any ResourceWriter,
        _ buffers: inout BufferPool
    ) throws(RunFailure) -> SegmentOutcome {
        let files = try OpenResource(output, in: context)
        let outcome: SegmentOutcome
        do {
            outcome = try writer.write(files, buffers: &buffers)
        } catch {
            throw files.error(for: error)
        }
        try files.close(outcome)
        return outcome
    }

    private func writer(
        of output: OutputResource,
        _ survey: FragmentedSegmentSurvey,
        _ treatment: FragmentTreatment
    ) -> some ResourceWriter {
        SegmentWriter(
            encryptor: FragmentedSegmentEncryptor(
                survey.movie,
                treatment,
                at: output.resource.clearRange.lowerBound,
                offsetMap: context.offsetMaps.offsets(for: output),
                digestKey: context.digestKey
            )
        )
    }

    private func sampleKey(of slot: KeySlot) throws(RunFailure) -> SampleAESKey {
        let record = try context.lines.record(of: slot)
        return SampleAESKey(key: record.key, iv: record.iv)
    }
}
