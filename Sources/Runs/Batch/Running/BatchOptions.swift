/// How a batch is run.
package struct BatchOptions: Sendable {
    /// What is done with each title.
    package enum Mode: Sendable {
        /// It is published, unless it is there and current.
        case publish
        /// It is looked at, whether it is there, current and verified; nothing is written.
        case check
        /// Its keys are minted; no media are touched.
        case keysOnly
        /// What would be done is found out; nothing is written.
        case dryRun
    }

    /// What is done with each title.
    package var mode = Mode.publish
    /// Titles at once, and threads.
    package var share: MachineShare
    /// Whether each result is verified after it was published.
    package var verifies = false
    /// How often a title is tried again that failed in passing.
    package var retries = 2
    /// Whether reports tell of renditions and segments.
    package var describesRenditions = false
    /// Whether reports have the digests of inputs and results, for which their bytes are read.
    package var takesDigests = false

    /// The defaults of the command line.
    package init(share: MachineShare) {
        self.share = share
    }
}
