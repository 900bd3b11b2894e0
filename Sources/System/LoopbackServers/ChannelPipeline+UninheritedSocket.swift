import Glibc
import NIOCore

extension ChannelPipeline.SynchronousOperations {
    /// Prevents programs that a handler starts from inheriting the socket, which they would keep open; NIO
    /// does not.
    ///
    /// A program that starts just before this call still inherits it.
    func setCloseOnExec() {
        try? withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { socket in
            _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        }
    }
}
