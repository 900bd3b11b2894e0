/// Receives the progress of a run, from several threads.
package protocol ProgressSink: Sendable {
    /// A phase of the run begins, described in a few words.
    func beginPhase(_ phase: String)
    /// Work on `totalBytes` begins.
    func begin(totalBytes: UInt64)
    /// `bytes` more bytes are done.
    func advance(by bytes: UInt64)
    /// The work has ended, successfully or not.
    func end()
}

/// A sink that discards everything.
package struct SilentProgress: ProgressSink {
    /// Creates the sink.
    package init() {}
    package func beginPhase(_ phase: String) {}
    package func begin(totalBytes: UInt64) {}
    package func advance(by bytes: UInt64) {}
    package func end() {}
}
