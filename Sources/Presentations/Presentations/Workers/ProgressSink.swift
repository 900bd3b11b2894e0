/// Takes note of how far the work is.
///
/// Called from several threads.
package protocol ProgressSink: Sendable {
    /// A part of the run begins; said in a few words.
    func note(_ phase: String)
    /// The work of `totalBytes` begins.
    func begin(totalBytes: UInt64)
    /// So many more bytes are done.
    func advance(by bytes: UInt64)
    /// The work is over, well or not.
    func end()
}

/// Takes no note.
package struct SilentProgress: ProgressSink {
    /// The one there is.
    package init() {}
    /// Nothing.
    package func note(_ phase: String) {}
    /// Nothing.
    package func begin(totalBytes: UInt64) {}
    /// Nothing.
    package func advance(by bytes: UInt64) {}
    /// Nothing.
    package func end() {}
}
