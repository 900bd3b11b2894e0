extension LicenseFlowReport {
    /// The number of errors in all steps.
    package var errors: Int { count(.error) }

    /// The number of warnings in all steps.
    package var warnings: Int { count(.warning) }

    /// The remarks of all flows, without duplicates, in order.
    package var remarks: [String] {
        var seen: Set<String> = []
        return flows.flatMap(\.remarks).filter { seen.insert($0).inserted }
    }

    private func count(_ severity: FlowFinding.Severity) -> Int {
        flows.flatMap(\.steps).flatMap(\.findings).count { $0.severity == severity }
    }
}
