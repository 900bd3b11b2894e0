import Synchronization

@testable import LicenseFlows

/// A way to a license server on which something happens to requests and answers.
final class FaultyTransport: LicenseTransport {
    /// What happens; a number counts the requests from 1.
    struct Faults: Sendable {
        var certificate: (@Sendable (LicenseResponse) -> LicenseResponse)?
        var request: (@Sendable ([UInt8]) throws -> [UInt8])?
        /// The form that is posted instead.
        var form: LicenseRequestForm?
        var answer: (@Sendable (LicenseResponse, Int) throws -> LicenseResponse)?
        /// Who answers instead of the server.
        var server: (@Sendable ([UInt8]) throws -> LicenseResponse)?
        var isUnreachable = false
    }

    private let way: any LicenseTransport
    private let faults: Faults
    private let count = Mutex(0)

    init(_ way: any LicenseTransport, _ faults: Faults) {
        self.way = way
        self.faults = faults
    }

    func certificate() throws(LicenseTransportError) -> LicenseResponse? {
        guard let response = try way.certificate() else { return nil }
        return faults.certificate?(response) ?? response
    }

    func post(_ body: [UInt8], _ form: LicenseRequestForm) throws(LicenseTransportError) -> LicenseResponse {
        if faults.isUnreachable { throw LicenseTransportError("nobody is there") }
        let number = count.withLock { count in
            count += 1
            return count
        }
        do {
            let body = try faults.request?(body) ?? body
            let answer = try faults.server?(body) ?? way.post(body, faults.form ?? form)
            return try faults.answer?(answer, number) ?? answer
        } catch let error as LicenseTransportError {
            throw error
        } catch {
            throw LicenseTransportError("\(error)")
        }
    }
}
