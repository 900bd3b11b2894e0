import Failures
import Presentations
import SampleEncryption

/// Writes all media resources of a presentation on many threads, and again those whose offset changed.
///
/// Each resource is written at once at the offset that it has if nothing grows. In a file of several
/// resources, one that grew overwrites the start of the next. All offsets are known then, and that resource
/// and all after it are written again. The same resource, key and IV give the same bytes, so nothing has to
/// be kept in between.
struct MediaWriter {
    let context: WriterContext

    /// Writes the media resources.
    ///
    /// - Parameters:
    ///   - layout: the output files, as if nothing grew.
    ///   - jobs: the number of threads.
    /// - Returns: the output files as they are, and the MAC of each media resource for the digest.
    /// - Throws: `RunFailure` for the first media resource that cannot be written.
    func write(
        _ layout: OutputLayout,
        jobs: Int
    ) throws(RunFailure) -> (OutputLayout, [MediaMAC]) {
        let outcomes = try write(Array(layout.indices), of: layout, jobs: jobs)
        let hasGrown = outcomes.enumerated().contains { !layout.hasExtent($1.extent, at: $0) }
        let writtenLayout =
            hasGrown ? OutputLayout(layout.plan, extents: outcomes.map(\.extent)) : layout
        try writeCarriedBoxes(of: writtenLayout, jobs: jobs)
        let indicesToRewrite = hasGrown ? Self.resourcesToRewrite(writtenLayout, provisional: layout) : []
        if !indicesToRewrite.isEmpty {
            let secondOutcomes = try write(indicesToRewrite, of: writtenLayout, jobs: jobs)
            for (index, outcome) in zip(indicesToRewrite, secondOutcomes) where outcome != outcomes[index] {
                throw .fault(
                    "\(writtenLayout[index].resource.file): two passes gave different results"
                )
            }
        }
        return (writtenLayout, outcomes.map(\.mac))
    }

    private func writeCarriedBoxes(of layout: OutputLayout, jobs: Int) throws(RunFailure) {
        let boxes = layout.plan.carriedBoxes
        guard !boxes.isEmpty else { return }
        let writer = CarriedBoxWriter(context: context)
        _ = try WorkerPool(jobs: min(jobs, boxes.count)).map(
            count: boxes.count,
            makeState: {},
            { (_, index) throws(RunFailure) in
                try writer.write(boxes[index], at: layout.boxOffsets[index])
            }
        )
    }

    /// Returns the media resources to write again.
    ///
    /// In each file these are the first resource whose length is not the provisional one, whose end may be
    /// overwritten, and all resources after it, whose offsets changed.
    private static func resourcesToRewrite(_ layout: OutputLayout, provisional: OutputLayout) -> [Int] {
        layout.plan.media.files.flatMap { _, indices -> ArraySlice<Int> in
            guard indices.count > 1 else { return [] }
            return indices.drop { layout[$0].extent.length == provisional[$0].extent.length }
        }
    }

    private func write(
        _ indices: [Int],
        of layout: OutputLayout,
        jobs: Int
    ) throws(RunFailure) -> [SegmentOutcome] {
        let resources = layout.plan.media.resources
        // Resources of one key are consecutive, so that they can be encrypted side by side.
        let order = Dictionary(grouping: indices.indices) { resources[indices[$0]].treatment.slot }
            .values.sorted { $0[0] < $1[0] }.joined()
        let queuedIndices = order.map { indices[$0] }
        context.progress.begin(
            totalBytes: queuedIndices.reduce(0) { $0.addingSaturated(resources[$1].resource.clearLength) }
        )
        defer { context.progress.end() }
        let jobs = max(1, min(jobs, queuedIndices.count))
        let writer = ResourceQueueWriter(
            layout: layout,
            queuedIndices: queuedIndices,
            context: context,
            jobs: jobs
        )
        let outcomes = try WorkerPool(jobs: jobs)
            .share(WorkQueue(count: queuedIndices.count)) { writer.drain($0) }
        return zip(order, outcomes).sorted { $0.0 < $1.0 }.map(\.1)
    }
}
