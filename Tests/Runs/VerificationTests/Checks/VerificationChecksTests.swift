import Foundation
import RepositoryFiles
import Testing

@testable import Verification

/// The table of checks: no file in `Checks` may be forgotten, and none may run twice.
struct VerificationChecksTests {
    private static let folder = "Sources/Runs/Verification/Checks"

    @Test func theTableHasEachFileOnce() throws {
        let types: [Any.Type] =
            VerificationChecks.ofSections + VerificationChecks.ofClearBytes
            + VerificationChecks.ofSampleItems + VerificationChecks.ofRenditions
            + VerificationChecks.ofPresentations
        let files = try FileManager.default.contentsOfDirectory(
            atPath: Repository.root.appending(path: Self.folder).path
        )
        #expect(types.map { "\($0).swift" }.sorted() == files.sorted())
    }
}
