import ProtectionTerms
import Testing

@testable import LicenseFlows

/// A fault, its location, and the step that has to report it.
struct PlantedFault: Sendable, CustomTestStringConvertible {
    let name: String
    let code: FlowStep
    var flow = LicenseFlow.ksm
    var fixture = FlowFixture.fairPlay
    /// Text that the message must contain.
    var message = ""
    let plant: @Sendable (inout PlantedFlow) throws -> Void

    var testDescription: String { "\(code.rawValue): \(name)" }

    init(
        _ code: FlowStep,
        _ name: String,
        _ flow: LicenseFlow = .ksm,
        in fixture: Result<FlowFixture, any Error> = FlowFixture.fairPlay,
        says message: String = "",
        _ plant: @escaping @Sendable (inout PlantedFlow) throws -> Void
    ) {
        self.name = name
        self.code = code
        self.flow = flow
        self.fixture = fixture
        self.message = message
        self.plant = plant
    }

    /// Plants the fault, runs the flow, and expects that this step fails and no other.
    func check() throws {
        var planted = try PlantedFlow(fixture, flow)
        try plant(&planted)
        let report = try planted.run()
        let failed = report.steps.filter { $0.outcome == .fails }
        let details = failed.flatMap(\.findings).map { $0.text }.joined(separator: "\n")
        #expect(failed.map(\.code) == [code], "\(details)")
        #expect(!report.holds)
        let errors = failed.flatMap(\.findings).filter { $0.severity == .error }
        #expect(errors.contains { $0.message.contains(message) }, "no \(message): \(details)")
        for finding in errors { #expect(finding.remedy.hasSuffix("."), "\(finding.text)") }
    }
}
