import FoundationEssentials
import Presentations
import ProtectionTerms
import Testing

/// System ids of DASH-IF's registry (dashif.org/identifiers/content_protection).
@Suite struct SuppliedSystemIDTests {
    @Test(arguments: [
        (KeySystem.fairPlay, ["94ce86fb-07ff-4f43-adb8-93d2fa968ca2"]),
        (.widevine, ["edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"]),
        (.playReady, ["9a04f079-9840-4286-ab92-e65be0885f95"]),
        // AWS has two ids for plain keys (SPEKE v2 and v1); other key servers use the common id of W3C.
        (
            .identity,
            [
                "3ea8778f-7742-4bf9-b18b-e834b2acbd47", "81376844-f976-481e-a84e-cc25d39b0b33",
                "1077efec-c0b2-4d02-ace3-3c1e52e2fb4b",
            ]
        ),
    ])
    func `A key system is supplied under its ids`(system: KeySystem, ids: [String]) {
        #expect(system.suppliedSystemIDs.map { $0.uuidString.lowercased() } == ids)
    }
}
