import ProtectionTerms
import Testing

/// Options that libraries name in messages: the programs have them all.
struct CommandOptionTests {
    @Test func `Each option that a message names is an option of a program`() throws {
        let workspace = try Workspace()
        let names = try [[], ["rehearse"], ["serve"]].reduce(into: Set<String>()) {
            $0.formUnion(try CommandDescription(of: $1, in: workspace).optionNames)
        }
        for option in CommandOption.allCases {
            #expect(names.contains(String(option.rawValue.dropFirst(2))), "\(option)")
        }
    }
}
