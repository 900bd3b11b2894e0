import Foundation
import Synchronization

/// Clients in threads of their own.
enum Clients {
    /// Runs `body` in `count` threads, and waits for them.
    static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let group = DispatchGroup()
        for client in 0..<count {
            group.enter()
            Thread.detachNewThread {
                body(client)
                group.leave()
            }
        }
        group.wait()
    }
}

/// A thread-safe list.
final class LockedList<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    var all: [Element] { elements.withLock { $0 } }

    func append(_ element: Element) { elements.withLock { $0.append(element) } }
}

/// A barrier at which threads wait for one another.
final class Meeting: @unchecked Sendable {
    private let condition = NSCondition()
    private var missing: Int

    init(of count: Int) { missing = count }

    /// Returns true if all threads arrived within ten seconds.
    func join() -> Bool {
        condition.lock()
        defer { condition.unlock() }
        missing -= 1
        condition.broadcast()
        let end = Date(timeIntervalSinceNow: 10)
        while missing > 0 {
            if !condition.wait(until: end) { return false }
        }
        return true
    }
}
