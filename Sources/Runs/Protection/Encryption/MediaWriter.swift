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
        var writtenLayout = layout
        let changes = outcomes.enumerated().filter {
            layout.resources[$0].transformation != $1.transformation
        }
        writtenLayout.applyTransformations(changes.map { ($0, $1.transformation) }, in: presentation)
        try writeCarriedBoxes(of: writtenLayout, jobs: jobs)
        let indicesToRewrite =
            changes.isEmpty ? [] : Self.resourcesToRewrite(writtenLayout, provisional: layout)
        if !indicesToRewrite.isEmpty {
            let secondOutcomes = try write(indicesToRewrite, of: writtenLayout, jobs: jobs)
            for (index, outcome) in zip(indicesToRewrite, secondOutcomes)
            where outcome.mac != outcomes[index].mac
                || outcome.transformation != outcomes[index].transformation
            {
                throw .fault("\(writtenLayout.resources[index].file): two passes gave different results")
            }
        }
        return (writtenLayout, outcomes.map(\.mac))
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
    private static func resourcesToRewrite(_ layout: MediaLayout, provisional: MediaLayout) -> [Int] {
        layout.files.flatMap { _, indices -> ArraySlice<Int> in
            guard indices.count > 1 else { return [] }
            return indices.drop {
                layout.resources[$0].outputLength == provisional.resources[$0].outputLength
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
        let queuedIndices = order.map { indices[$0] }
        context.progress.begin(
            totalBytes: queuedIndices.reduce(0) { $0.addingSaturated(layout.resources[$1].clearLength) }
        )
        defer { context.progress.end() }
        let jobs = max(1, min(jobs, queuedIndices.count))
        let writer = ResourceQueueWriter(
            resources: layout.resources,
            queuedIndices: queuedIndices,
            keys: keys,
            context: context,
            jobs: jobs
        )
        let outcomes = try WorkerPool(jobs: jobs)
            .share(WorkQueue(count: queuedIndices.count)) { writer.drain($0) }
        return zip(order, outcomes).sorted { $0.0 < $1.0 }.map(\.1)
    }
}
