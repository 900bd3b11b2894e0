import CommandLineParts
import Failures
import LicenseFlows
import LoopbackServers

extension CommandFailure {
    /// Converts the error of a rehearsal that cannot be run.
    init(_ error: LicenseFlowError) {
        switch error {
        case .failure(let error): self.init(error as any Error)
        case .certificate(let what, let error): self.init(.malformed, "\(what): \(error)")
        case .server(.cannotListen(let reason)):
            self.init(.unavailable, "a server on 127.0.0.1: \(LoopbackServerError.cannotListen(reason))")
        case .server(let error): self.init(.missing, "a server on 127.0.0.1: \(error)")
        }
    }
}
