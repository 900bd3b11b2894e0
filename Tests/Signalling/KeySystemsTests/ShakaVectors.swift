import Ciphers
import Foundation
import ProtectionTerms

/// Known answers of Shaka Packager v3.8.0-75b2faf, from its init segment and its media playlist.
///
/// `packager stream=video,… --protection_systems Widevine,PlayReady,CommonSystem,FairPlay
/// --enable_raw_key_encryption --keys label=:key_id=00112233445566778899aabbccddeeff:key=0123456789abcdef0f1e2d3c4b5a6978
/// --protection_scheme cbcs|cenc --clear_lead 0 --hls_master_playlist_output m.m3u8`
enum ShakaVectors {
    static let keyID = UUID(uuidString: "00112233-4455-6677-8899-aabbccddeeff") ?? UUID()
    static let otherKeyID = UUID(uuidString: "ffeeddcc-bbaa-9988-7766-554433221100") ?? UUID()

    static func key() throws -> ContentKey {
        try ContentKey(copying: [
            0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x0f, 0x1e, 0x2d, 0x3c, 0x4b, 0x5a, 0x69, 0x78,
        ])
    }

    static let commonBox =
        "0000003470737368010000001077efecc0b24d02ace33c1e52e2fb4b0000000100112233445566778899aabbccddeeff00000000"

    static func widevineBox(_ scheme: ProtectionScheme) -> String {
        "000000387073736800000000edef8ba979d64acea3c827dcd51d21ed00000018121000112233445566778899aabbccddeeff48"
            + (scheme == .cbcs ? "f3c6899b06" : "e3dc959b06")
    }

    static func widevineURI(_ scheme: ProtectionScheme) -> String {
        switch scheme {
        case .cbcs:
            "data:text/plain;base64,AAAAOHBzc2gAAAAA7e+LqXnWSs6jyCfc1R0h7QAAABgSEAARIjNEVWZ3iJmqu8zd7v9I88aJmwY="
        case .cenc:
            "data:text/plain;base64,AAAAOHBzc2gAAAAA7e+LqXnWSs6jyCfc1R0h7QAAABgSEAARIjNEVWZ3iJmqu8zd7v9I49yVmwY="
        }
    }

    static func playReadyHeader(_ scheme: ProtectionScheme) -> String {
        switch scheme {
        case .cbcs:
            #"<WRMHEADER xmlns="http://schemas.microsoft.com/DRM/2007/03/PlayReadyHeader" version="4.3.0.0"><DATA>"#
                + #"<PROTECTINFO><KIDS><KID ALGID="AESCBC" VALUE="MyIRAFVEd2aImaq7zN3u/w=="></KID></KIDS></PROTECTINFO>"#
                + "</DATA></WRMHEADER>"
        case .cenc:
            #"<WRMHEADER xmlns="http://schemas.microsoft.com/DRM/2007/03/PlayReadyHeader" version="4.0.0.0"><DATA>"#
                + "<PROTECTINFO><KEYLEN>16</KEYLEN><ALGID>AESCTR</ALGID></PROTECTINFO>"
                + "<KID>MyIRAFVEd2aImaq7zN3u/w==</KID><CHECKSUM>SGb5b5e2OgI=</CHECKSUM></DATA></WRMHEADER>"
        }
    }

    /// The first bytes of PlayReady's `pssh` box, up to the XML document: header, SystemID, sizes.
    static func playReadyHead(_ scheme: ProtectionScheme) -> String {
        switch scheme {
        case .cbcs:
            "000001de70737368000000009a04f07998404286ab92e65be0885f95000001bebe01000001000100b401"
        case .cenc:
            "0000022670737368000000009a04f07998404286ab92e65be0885f95000002060602000001000100fc01"
        }
    }

    static func playReadyURI(_ scheme: ProtectionScheme) -> String {
        switch scheme {
        case .cbcs:
            "data:text/plain;charset=UTF-16;base64,vgEAAAEAAQC0ATwAVwBSAE0ASABFAEEARABFAFIAIAB4AG0AbABu"
                + "AHMAPQAiAGgAdAB0AHAAOgAvAC8AcwBjAGgAZQBtAGEAcwAuAG0AaQBjAHIAbwBzAG8AZgB0AC4AYwBvAG0ALwBEAF"
                + "IATQAvADIAMAAwADcALwAwADMALwBQAGwAYQB5AFIAZQBhAGQAeQBIAGUAYQBkAGUAcgAiACAAdgBlAHIAcwBpAG8A"
                + "bgA9ACIANAAuADMALgAwAC4AMAAiAD4APABEAEEAVABBAD4APABQAFIATwBUAEUAQwBUAEkATgBGAE8APgA8AEsASQ"
                + "BEAFMAPgA8AEsASQBEACAAQQBMAEcASQBEAD0AIgBBAEUAUwBDAEIAQwAiACAAVgBBAEwAVQBFAD0AIgBNAHkASQBS"
                + "AEEARgBWAEUAZAAyAGEASQBtAGEAcQA3AHoATgAzAHUALwB3AD0APQAiAD4APAAvAEsASQBEAD4APAAvAEsASQBEAF"
                + "MAPgA8AC8AUABSAE8AVABFAEMAVABJAE4ARgBPAD4APAAvAEQAQQBUAEEAPgA8AC8AVwBSAE0ASABFAEEARABFAFIA"
                + "PgA="
        case .cenc:
            "data:text/plain;charset=UTF-16;base64,BgIAAAEAAQD8ATwAVwBSAE0ASABFAEEARABFAFIAIAB4AG0AbABu"
                + "AHMAPQAiAGgAdAB0AHAAOgAvAC8AcwBjAGgAZQBtAGEAcwAuAG0AaQBjAHIAbwBzAG8AZgB0AC4AYwBvAG0ALwBEAF"
                + "IATQAvADIAMAAwADcALwAwADMALwBQAGwAYQB5AFIAZQBhAGQAeQBIAGUAYQBkAGUAcgAiACAAdgBlAHIAcwBpAG8A"
                + "bgA9ACIANAAuADAALgAwAC4AMAAiAD4APABEAEEAVABBAD4APABQAFIATwBUAEUAQwBUAEkATgBGAE8APgA8AEsARQ"
                + "BZAEwARQBOAD4AMQA2ADwALwBLAEUAWQBMAEUATgA+ADwAQQBMAEcASQBEAD4AQQBFAFMAQwBUAFIAPAAvAEEATABH"
                + "AEkARAA+ADwALwBQAFIATwBUAEUAQwBUAEkATgBGAE8APgA8AEsASQBEAD4ATQB5AEkAUgBBAEYAVgBFAGQAMgBhAE"
                + "kAbQBhAHEANwB6AE4AMwB1AC8AdwA9AD0APAAvAEsASQBEAD4APABDAEgARQBDAEsAUwBVAE0APgBTAEcAYgA1AGIA"
                + "NQBlADIATwBnAEkAPQA8AC8AQwBIAEUAQwBLAFMAVQBNAD4APAAvAEQAQQBUAEEAPgA8AC8AVwBSAE0ASABFAEEARA"
                + "BFAFIAPgA="
        }
    }
}
