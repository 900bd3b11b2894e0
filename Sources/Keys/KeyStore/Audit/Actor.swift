import Glibc

/// The user on whose behalf the process acts, for the audit log.
enum Actor {
    /// Returns `USER@HOST`, followed by the database role if there is one.
    static func name(role: String?) -> String {
        let name = userName() + "@" + hostName()
        return AuditLog.clean(role.map { "\(name) as \($0)" } ?? name)
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
