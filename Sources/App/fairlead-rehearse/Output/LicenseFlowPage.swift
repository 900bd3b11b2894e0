import LicenseFlows

enum LicenseFlowPage {
    static func write(_ report: LicenseFlowReport, to sink: (String) throws -> Void) throws {}
}
