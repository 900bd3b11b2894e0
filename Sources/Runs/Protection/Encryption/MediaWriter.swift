import Presentations

/// Writes all media resources of a presentation on many threads, and again those whose offset changed.
///
/// Each resource is written at once at the offset that it has if nothing grows. In a file of several
/// resources, one that grew overwrites the start of the next. All offsets are known then, and that resource
/// and all after it are written again. The same resource, key and IV give the same bytes, so nothing has to
/// be kept in between.
struct MediaWriter {
    let presentation: Presentation
    let keys: [KeySlot: PlannedKey]
    let context: ResourceWriter.Context

    /// Writes the media resources.
    ///
    /// - Returns: the layout with the final offsets, and the MAC of each media resource for the digest.
    func write(
        _ layout: MediaLayout,
        jobs: Int
    ) throws(PresentationError) -> (MediaLayout, [ResourceWriter.ResourceMAC]) {
        let outcomes = try write(Array(layout.resources.indices), of: layout, jobs: jobs)
        var written = layout
        let changes = outcomes.enumerated().filter {
            layout.resources[$0].transformation != $1.transformation
        }
        written.applyTransformations(changes.map { ($0, $1.transformation) }, in: presentation)
        try writeCarriedBoxes(of: written, jobs: jobs)
        let again = changes.isEmpty ? [] : Self.resourcesToRewrite(written, provisional: layout)
        if !again.isEmpty {
            let repeated = try write(again, of: written, jobs: jobs)
            for (index, outcome) in zip(again, repeated)
            where outcome.fingerprint != outcomes[index].fingerprint
                || outcome.transformation != outcomes[index].transformation
            {
                throw .fault("\(written.resources[index].file): two passes gave different results")
            }
        }
        return (written, outcomes.map(\.fingerprint))
    }

    private func writeCarriedBoxes(of layout: MediaLayout, jobs: Int) throws(PresentationError) {
        guard !layout.carriedBoxes.isEmpty else { return }
        let (boxes, writer) = (layout.carriedBoxes, CarriedBoxWriter(context: context))
        _ = try WorkerPool(jobs: min(jobs, boxes.count)).map(
            count: boxes.count,
            makeState: {},
            { (_, index) throws(PresentationError) in try writer.write(boxes[index]) }
        )
    }

    /// Returns the media resources to write again.
    ///
    /// In each file these are the first resource whose length is not the provisional one, whose end may be
    /// overwritten, and all resources after it, whose offsets changed.
    private static func resourcesToRewrite(_ written: MediaLayout, provisional: MediaLayout) -> [Int] {
        written.files.flatMap { _, members -> ArraySlice<Int> in
            guard members.count > 1 else { return [] }
            return members.drop {
                written.resources[$0].outputLength == provisional.resources[$0].outputLength
            }
        }
    }

    private func write(
        _ indices: [Int],
        of layout: MediaLayout,
        jobs: Int
    ) throws(PresentationError) -> [ResourceWriter.Outcome] {
        // Resources of one key are consecutive, so that they can be encrypted side by side.
        let order = Dictionary(grouping: indices.indices) { layout.resources[indices[$0]].protection.slot }
            .values.sorted { $0[0] < $1[0] }.joined()
        let queued = order.map { indices[$0] }
        context.progress.begin(
            totalBytes: queued.reduce(0) { $0.addingSaturated(layout.resources[$1].clearLength) }
        )
        defer { context.progress.end() }
        let jobs = max(1, min(jobs, queued.count))
        let writer = ResourceQueueWriter(
            units: layout.resources,
            queued: queued,
            keys: keys,
            context: context,
            jobs: jobs
        )
        let written = try WorkerPool(jobs: jobs)
            .share(WorkQueue(count: queued.count)) { writer.drain($0) }
        return zip(order, written).sorted { $0.0 < $1.0 }.map(\.1)
    }
}
