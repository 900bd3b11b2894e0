import CPIXDocuments
import Ciphers
import WipedMemory

/// Reads CPIX documents: no input may crash the process, and a document that can be written reads back equal.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCPIX(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    guard let document = try? CPIXReader.read(SecretBytes(copying: bytes)) else { return 0 }
    for dialect in CPIXDocument.Dialect.allCases {
        guard let written = try? CPIXWriter(dialect).write(document) else { continue }
        guard let again = try? CPIXReader.read(written) else {
            preconditionFailure("what was written cannot be read")
        }
        precondition(again.contentKeys.map(\.kid) == document.contentKeys.map(\.kid))
        precondition(again.contentKeys.map(\.explicitIV) == document.contentKeys.map(\.explicitIV))
        precondition(again.contentKeys.map(\.key) == document.contentKeys.map(\.key))
        precondition(again.drmSystems.map(\.mediaLines) == document.drmSystems.map(\.mediaLines))
        precondition(again.usageRules == document.usageRules)
        precondition(again.periods == document.periods)
        guard let twice = try? CPIXWriter(dialect).write(again) else {
            preconditionFailure("what was written once cannot be written again")
        }
        precondition(twice.isEqual(to: written))
    }
    return 0
}
