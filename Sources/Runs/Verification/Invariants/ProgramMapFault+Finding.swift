import Bitstreams
import Inspection
import SampleEncryption
import TransportStreams

extension ProgramMapFault {
    /// The message of the finding.
    var message: String {
        switch self {
        case .privateDataIndicator(let pid, let found, let expected):
            "\(pid) has \(found) (expected private data indicator '\(expected)' as first descriptor)"
        case .audioRegistration(let pid, let found):
            "\(pid) has \(found) (expected one registration 'apad' as second descriptor)"
        case .clearRegistration(let pid, let format):
            "registration '\(format)' says that \(pid) is clear (expected 'apad' alone)"
        case .audioSetup(let pid, let error):
            "the audio setup information of \(pid) cannot be read (\(error.found), expected \(error.expected))"
        case .audioSetupOfAnotherCodec(let pid, let found, let expected):
            "the audio setup information of \(pid) is that of \(found) (expected \(expected))"
        case .protectionOfClearStream(let pid, let found):
            "\(pid) is clear according to its stream_type, but has \(found), as encrypted streams have"
        case .size(let size):
            "the program map does not fit into one packet "
                + "(\(size) bytes, expected at most \(ProgramMapTable.onePacketLimit))"
        case .version(let found, let expected):
            "version_number of the program map does not follow that of the source (\(found), expected \(expected))"
        case .difference(let pid, let what, let found, let expected):
            "\(what) of \(pid.map(\.description) ?? "the program map") is not the source's "
                + "(\(found), expected \(expected))"
        }
    }

    /// Indicates whether only the version number differs.
    var isOfVersion: Bool {
        if case .version = self { true } else { false }
    }

    /// The severity of the finding: players ignore descriptors that have no effect.
    var severity: Finding.Severity {
        switch self {
        case .clearRegistration, .protectionOfClearStream, .version: .warning
        default: .error
        }
    }
}
