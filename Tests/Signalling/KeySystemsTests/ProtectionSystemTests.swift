import KeySystems
import Testing

@Suite struct ProtectionSystemTests {
    @Test func systemIDsAre16Bytes() {
        #expect(ProtectionSystem.common.systemID.prefix(4) == [0x10, 0x77, 0xEF, 0xEC])
        #expect(ProtectionSystem.allCases.allSatisfy { $0.systemID.count == 16 })
    }

    @Test(arguments: ProtectionSystem.allCases)
    func systemsAreFoundByTheirID(system: ProtectionSystem) {
        #expect(ProtectionSystem(systemID: system.systemID) == system)
        #expect(ProtectionSystem(systemID: system.systemID + [0]) == nil)
    }
}
