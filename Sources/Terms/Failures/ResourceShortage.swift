import Glibc

/// A system resource of which a process cannot get more, because of a limit or because there is no more.
///
/// Another machine may have it.
package enum ResourceShortage: Hashable, Sendable {
    case openFiles
    case memory
    case threads

    /// Creates the shortage for an error number of errno(3); nil for other errors.
    package init?(code: Int32) {
        switch code {
        case EMFILE, ENFILE: self = .openFiles
        case ENOMEM: self = .memory
        default: return nil
        }
    }

    /// The shortage, as a clause for messages.
    package var description: String {
        switch self {
        case .openFiles: "too few files can be open at once"
        case .memory: "there is too little memory"
        case .threads: "a thread cannot be started"
        }
    }

    /// The remedy, as a sentence for messages.
    package var advice: String {
        switch self {
        case .openFiles: "Raise the limit of open files (ulimit -n), or run it elsewhere."
        case .memory: "Raise the limit of memory (ulimit -v), or run it elsewhere."
        case .threads:
            "Raise the limit of processes and threads (ulimit -u) or of memory (ulimit -v), or run it elsewhere."
        }
    }
}
