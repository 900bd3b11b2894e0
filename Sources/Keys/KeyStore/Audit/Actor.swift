import Glibc
import Synchronization

/// The user on whose behalf the process acts, for the audit log.
package enum Actor {
    /// The maximum length of a purpose, in bytes of UTF-8.
    package static let purposeByteLimit = 256

    private static let purpose = Mutex<String?>(nil)

    /// Sets what this process acts for, such as a job or a ticket; nil if that is unknown.
    ///
    /// Stores that are opened later have it in their log.
    package static func act(for purpose: String?) {
        Self.purpose.withLock { $0 = purpose }
    }

    /// Returns `USER@HOST`, followed by the database role and by what the process acts for, if there are any.
    static func name(role: String?) -> String {
        var name = userName() + "@" + hostName()
        if let role { name += " as \(role)" }
        if let purpose = purpose.withLock({ $0 }) { name += " for \(purpose)" }
        return AuditLog.clean(name)
    }

    private static func userName() -> String {
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        let status = unsafe getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found)
        guard status == 0, unsafe found != nil, let name = unsafe entry.pw_name else {
            return "uid \(geteuid())"
        }
        return unsafe String(cString: name)
    }

    private static func hostName() -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return "unknown" }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
