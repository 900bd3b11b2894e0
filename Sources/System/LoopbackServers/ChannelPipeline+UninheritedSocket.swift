import Glibc
import NIOCore

extension ChannelPipeline.SynchronousOperations {
    /// Keeps the socket from programs that a handler starts, which would keep it open behind its end: NIO does not.
    ///
    /// One that is started in the moment between comes by the socket all the same.
    func keepSocketFromPrograms() {
        try? withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { socket in
            _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        }
    }
}
