import Testing

@testable import KeySystems

@Suite struct ProtectionSystemTests {
    @Test func systemIDsAre16Bytes() {
        #expect(ProtectionSystem.common.systemID.prefix(4) == [0x10, 0x77, 0xEF, 0xEC])
        #expect(ProtectionSystem.allCases.allSatisfy { $0.systemID.count == 16 })
    }
}
