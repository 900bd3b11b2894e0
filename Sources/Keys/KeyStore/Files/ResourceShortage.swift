import Glibc

/// What the system gives a process no more of, as it or its user may not have more, or there is no more: another machine may have it.
package enum ResourceShortage: Hashable, Sendable {
    case openFiles
    case memory
    case threads

    /// By an error number of errno(3); nil for one that is no shortage.
    package init?(code: Int32) {
        switch code {
        case EMFILE, ENFILE: self = .openFiles
        case ENOMEM: self = .memory
        default: return nil
        }
    }

    /// What there is too little of.
    package var what: String {
        switch self {
        case .openFiles: "too few files can be open at once"
        case .memory: "there is too little memory"
        case .threads: "a thread cannot be started"
        }
    }

    /// What to do, as a sentence.
    package var advice: String {
        switch self {
        case .openFiles: "Raise the limit of open files (ulimit -n), or run it elsewhere."
        case .memory: "Raise the limit of memory (ulimit -v), or run it elsewhere."
        case .threads:
            "Raise the limit of processes and threads (ulimit -u) or of memory (ulimit -v), or run it elsewhere."
        }
    }
}
