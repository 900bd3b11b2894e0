import Synchronization

@testable import LicenseFlows

/// A transport to a license server that changes requests and answers.
final class FaultyTransport: LicenseTransport {
    /// The changes; their numbers count requests from 1.
    struct Faults: Sendable {
        var certificate: (@Sendable (LicenseResponse) -> LicenseResponse)?
        var request: (@Sendable ([UInt8]) throws -> [UInt8])?
        /// The form in which the request is posted instead.
        var form: LicenseRequestForm?
        var answer: (@Sendable (LicenseResponse, Int) throws -> LicenseResponse)?
        /// Answers instead of the server.
        var replacement: (@Sendable ([UInt8]) throws -> LicenseResponse)?
        var isUnreachable = false
        /// Changes to requests of other purposes; for licenses, the change before all others.
        var exchanges: [AppRequest.Purpose: Exchange] = [:]
    }

    /// Replaces the exchange of a request; `number` counts the requests of the same purpose from 1.
    typealias Exchange =
        @Sendable (
            _ request: AppRequest,
            _ number: Int,
            _ way: (AppRequest) throws -> LicenseResponse
        ) throws -> LicenseResponse

    private let way: any LicenseTransport
    private let faults: Faults
    private let counts = Mutex<[AppRequest.Purpose: Int]>([:])

    init(_ way: any LicenseTransport, _ faults: Faults) {
        self.way = way
        self.faults = faults
    }

    func perform(_ request: AppRequest) throws(LicenseTransportError) -> LicenseResponse {
        let number = counts.withLock { counts in
            counts[request.purpose, default: 0] += 1
            return counts[request.purpose, default: 0]
        }
        do {
            if let exchange = faults.exchanges[request.purpose] {
                return try exchange(request, number) { try send($0, number) }
            }
            return try send(request, number)
        } catch let error as LicenseTransportError {
            throw error
        } catch {
            throw LicenseTransportError("\(error)")
        }
    }

    private func send(_ request: AppRequest, _ number: Int) throws -> LicenseResponse {
        switch request.purpose {
        case .certificate:
            let response = try way.perform(request)
            return faults.certificate?(response) ?? response
        case .license:
            if faults.isUnreachable { throw LicenseTransportError("nobody is there") }
            var request = request
            request.body = try request.body.map { try faults.request?($0) ?? $0 }
            if let form = faults.form {
                request.headers = request.headers.map { header in
                    header.name == "Content-Type"
                        ? AppRequest.Header(name: header.name, value: form.contentType) : header
                }
            }
            let answer = try faults.replacement?(request.body ?? []) ?? way.perform(request)
            return try faults.answer?(answer, number) ?? answer
        default: return try way.perform(request)
        }
    }
}
