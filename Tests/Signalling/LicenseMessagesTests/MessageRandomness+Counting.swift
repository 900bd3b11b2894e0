import LicenseMessages
import Synchronization

extension MessageRandomness {
    /// Returns a source of bytes that count up from 0.
    static func counting() -> MessageRandomness {
        let next = Mutex<UInt8>(0)
        return MessageRandomness { count in
            next.withLock { next in
                (0..<count).map { _ in
                    defer { next &+= 1 }
                    return next
                }
            }
        }
    }
}
