package import Failures
import HLSPlaylists
import MediaProbing
package import PlaylistLinting
package import Presentations

/// Measures the media of a presentation: sizes, durations, codecs, resolutions, key frames.
///
/// It decrypts nothing. For media encrypted as a whole (AES-128, AES-256-GCM) and for I-frame playlists it
/// determines only sizes. SAMPLE-AES leaves the measured parts in the clear.
package struct PresentationMeasurer: Sendable {
    /// The extent of a measurement.
    package enum Scope: Hashable, Sendable {
        /// Only sizes, without reading media.
        case sizes
        /// All that is available without decryption.
        case contents
    }

    private let scope: Scope

    /// Creates a measurer of the given extent.
    package init(_ scope: Scope = .contents) {
        self.scope = scope
    }

    /// Measures every segment and initialization section of every media playlist.
    ///
    /// - Parameters:
    ///   - tree: the playlists.
    ///   - jobs: the number of threads.
    ///   - progress: receives the bytes read, from several threads.
    ///   - cancellation: stops the work.
    /// - Returns: the measurements by playlist path; files that cannot be measured are in their `failures`.
    /// - Throws: `RunFailure` if the work was canceled or the process lacks memory, threads or file
    ///   descriptors.
    package func measure(
        _ tree: PlaylistTree,
        jobs: Int,
        progress: any ProgressSink = SilentProgress(),
        cancellation: Cancellation = Cancellation()
    ) throws(RunFailure) -> [TreePath: MediaMeasurement] {
        let plans = tree.media.map { MeasurementPlan($0, root: tree.root, scope) }
        progress.beginPhase(.measuring, "measuring media")
        progress.begin(totalBytes: plans.reduce(0) { $0 &+ $1.expectedBytes })
        defer { progress.end() }
        let pool = WorkerPool(jobs: jobs)
        let context = MeasurementContext(progress: progress, cancellation: cancellation)
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
    ///   - resources: the resources of each playlist.
    ///   - pool: the threads.
    ///   - context: the progress and cancellation of the run.
    ///   - initialization: returns the initialization that a resource needs, by playlist and resource index.
    /// - Returns: the measurements, in the order of `resources`.
    /// - Throws: `RunFailure` if the work was canceled or the process lacks memory, threads or file
    ///   descriptors.
    private func measure(
        _ resources: [[MeasuredResource]],
        _ pool: WorkerPool,
        _ context: MeasurementContext,
        initialization: @Sendable (Int, Int) -> MediaInitialization?
    ) throws(RunFailure) -> [[ResourceMeasurement]] {
        let positions = resources.enumerated().flatMap { index, list in
            list.indices.map { (index, $0) }
        }
        let initializations = positions.map { initialization($0.0, $0.1) }
        let measurements = try pool.map(count: positions.count, makeState: ResourceReader.init) {
            reader,
            index throws(RunFailure) in
            let (playlistIndex, resourceIndex) = positions[index]
            return try reader.measure(
                resources[playlistIndex][resourceIndex],
                initialization: initializations[index],
                in: context
            )
        }
        var start = 0
        return resources.map { list in
            defer { start += list.count }
            return Array(measurements[start..<start + list.count])
        }
    }
}
