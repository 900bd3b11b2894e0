import HLSPlaylists
import MediaProbing
package import PlaylistLinting
package import Presentations

/// Measures the media of a presentation: sizes, durations, codecs, resolutions, key frames.
///
/// Nothing is decrypted: of what is encrypted as a whole (AES-128, AES-256-GCM) there are sizes only, while SAMPLE-AES
/// leaves in the clear what is looked at. Of I-frame playlists there are sizes only.
package struct PresentationMeasurer: Sendable {
    /// What of the media is of interest.
    package enum Scope: Hashable, Sendable {
        /// How large they are: no byte of them is read.
        case sizes
        /// All that can be told without decrypting.
        case contents
    }

    private let scope: Scope

    /// Makes one.
    package init(_ scope: Scope = .contents) {
        self.scope = scope
    }

    /// Looks at every segment of every playlist.
    ///
    /// - Parameters:
    ///   - tree: the playlists.
    ///   - jobs: number of threads.
    ///   - progress: is told of the bytes, from several threads.
    ///   - cancellation: stops the work.
    /// - Returns: what each media playlist holds; files that cannot be looked at are in its `failures`.
    /// - Throws: `PresentationError.interrupted` alone.
    package func measure(
        _ tree: PlaylistTree,
        jobs: Int,
        progress: any ProgressSink = SilentProgress(),
        cancellation: Cancellation = Cancellation()
    ) throws(PresentationError) -> [TreePath: MediaMeasurement] {
        let plans = tree.media.map { MeasuringPlan($0, root: tree.root, scope) }
        progress.note("measuring media")
        progress.begin(totalBytes: plans.reduce(0) { $0 &+ $1.expectedBytes })
        defer { progress.end() }
        let pool = WorkerPool(jobs: jobs)
        let context = MeasuringContext(progress: progress, cancellation: cancellation)
        let sections = try measure(plans.map(\.sections), pool, context) { _, _ in nil }
        let segments = try measure(plans.map(\.segments), pool, context) { playlist, segment in
            plans[playlist].sectionOfSegment[segment].flatMap { sections[playlist][$0].initialization }
        }
        var measurements: [TreePath: MediaMeasurement] = [:]
        for (index, media) in tree.media.enumerated() {
            measurements[media.path] =
                MeasurementAssembly(
                    playlist: media.reading.playlist,
                    plan: plans[index],
                    sections: sections[index],
                    segments: segments[index]
                ).measurement
        }
        return measurements
    }

    /// Measures the resources of all playlists, as many at a time as the pool has threads.
    ///
    /// - Parameters:
    ///   - resources: by playlist.
    ///   - pool: the threads.
    ///   - context: what all of them share.
    ///   - initialization: what is known before a resource is read, by playlist and place in it.
    /// - Returns: what was found, in the order of `resources`.
    /// - Throws: `PresentationError.interrupted`.
    private func measure(
        _ resources: [[MeasuredResource]],
        _ pool: WorkerPool,
        _ context: MeasuringContext,
        initialization: @Sendable (Int, Int) -> MediaInitialization?
    ) throws(PresentationError) -> [[ResourceMeasurement]] {
        let places = resources.enumerated().flatMap { playlist, list in list.indices.map { (playlist, $0) } }
        let known = places.map { initialization($0.0, $0.1) }
        let found = try pool.map(count: places.count, makeState: ResourceReader.init) {
            reader,
            index throws(PresentationError) in
            let (playlist, place) = places[index]
            return try reader.measure(resources[playlist][place], initialization: known[index], in: context)
        }
        var start = 0
        return resources.map { list in
            defer { start += list.count }
            return Array(found[start..<start + list.count])
        }
    }
}
