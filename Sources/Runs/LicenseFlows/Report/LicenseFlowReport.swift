import KeyRecordFormats
import TextFormats

/// The result of `fairlead rehearse`.
package struct LicenseFlowReport: Hashable, Codable, Sendable {
    /// The exported file in which keys were looked up.
    package struct Export: Hashable, Codable, Sendable {
        /// The file's name.
        let name: String
        /// The name of the format.
        let format: String
        /// The number of keys in the file.
        let keys: Int
    }

    /// The path of the playlist, or nil for a captured request.
    package let playlist: String?
    /// The playlist of the clear presentation that segments were compared with, or nil for none.
    package let source: String?
    /// The exported file, or nil if none was needed.
    package let export: Export?
    /// The description of the function used as Apple's D, or nil if none was needed.
    package let deviceKeyFunction: String?
    /// Indicates whether all flows hold.
    package let holds: Bool
    /// The flows that were run.
    package let flows: [FlowReport]
    /// The content of a captured request, or nil if there is none.
    package let captured: CapturedRequest?

    private enum CodingKeys: String, CodingKey {
        case playlist, source, export
        case deviceKeyFunction = "device_key_function"
        case holds, flows, captured
    }
}

extension LicenseFlowReport {
    /// The number of errors in all steps.
    package var errorCount: Int { count(.error) }

    /// The number of warnings in all steps.
    package var warningCount: Int { count(.warning) }

    /// The remarks of all flows, without duplicates, in order.
    package var remarks: [String] {
        var seen: Set<String> = []
        return flows.flatMap(\.remarks).filter { seen.insert($0).inserted }
    }

    private func count(_ severity: FlowFinding.Severity) -> Int {
        flows.flatMap(\.steps).flatMap(\.findings).count { $0.severity == severity }
    }
}

extension LicenseFlowReport.Export {
    /// Creates the report entry of an exported file.
    init(_ file: ExportedFile) {
        self.init(name: file.keys.name, format: file.format, keys: file.keys.keys.count)
    }

    /// The name, format and number of keys, as text.
    package var summary: String { "\(name) (\(format)), \(CountText.text(keys, "key"))" }
}
