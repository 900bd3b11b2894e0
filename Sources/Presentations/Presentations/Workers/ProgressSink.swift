/// Receives the progress of a run, from several threads.
package protocol ProgressSink: Sendable {
    /// A phase of the run begins, described in a few words for people.
    func beginPhase(_ phase: RunPhase, _ description: String)
    /// Work on `totalBytes` begins.
    func begin(totalBytes: UInt64)
    /// `bytes` more bytes are done.
    func advance(by bytes: UInt64)
    /// The work has ended, successfully or not.
    func end()
}

/// A phase of the work on a presentation, by a name for machines.
package enum RunPhase: String, Sendable {
    /// The inputs are read as far as their structure needs it.
    case reading
    /// Renditions and segments are laid out.
    case cutting
    /// Media that are about to be encrypted are checked.
    case checking
    /// Media are encrypted and written.
    case encrypting
    /// The result is moved to its path.
    case publishing
    /// The result is verified.
    case verifying
    /// Media are measured (`inspect`).
    case measuring
}

/// A sink that discards everything.
package struct SilentProgress: ProgressSink {
    /// Creates the sink.
    package init() {}
    package func beginPhase(_ phase: RunPhase, _ description: String) {}
    package func begin(totalBytes: UInt64) {}
    package func advance(by bytes: UInt64) {}
    package func end() {}
}
