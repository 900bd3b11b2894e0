import Glibc
import NIOCore

extension ChannelPipeline.SynchronousOperations {
    /// Prevents programs that a handler starts from inheriting the socket, which they would keep open; NIO
    /// does not.
    ///
    /// A program that starts just before this call still inherits it: see ``endInheritedSocket()``.
    func setCloseOnExec() {
        withSocket { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
    }

    /// Ends the connection, or the listening, also for programs that have inherited the socket.
    ///
    /// Closing it ends that only once each of them has ended.
    func endInheritedSocket() {
        withSocket { _ = shutdown($0, Int32(SHUT_RDWR)) }
    }

    private func withSocket(_ body: (NIOBSDSocket.Handle) -> Void) {
        try? withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self, body)
    }
}
