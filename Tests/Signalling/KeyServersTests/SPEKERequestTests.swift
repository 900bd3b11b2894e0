import Ciphers
import Foundation
import KeyStore
import ProtectionTerms
import Testing

@testable import KeyServers

/// Requests, compared with documents written by hand from AWS's descriptions of SPEKE v1.0 and v2.0.
///
/// The server of the other tests reads them strictly.
struct SPEKERequestTests {
    private func request(
        _ interface: KeyServerLocation.Interface,
        _ requirements: [KeyRequirement],
        _ systems: [UUID]
    ) -> String {
        let keys = zip([IDs.first, IDs.second], requirements).map {
            SPEKERequest.Key(kid: $0, iv: InitializationVector(mediaSequence: 1), requirement: $1)
        }
        return SPEKERequest(interface: interface, keys: keys, systems: systems, recipient: nil).document()
    }

    @Test func writesVersion2() throws {
        let requirement = try KeyRequirement("a \"title\" & <more>", "all", [.video(pixels: 1...589_824)])
        #expect(
            request(.speke2, [requirement], [IDs.fairPlay, IDs.widevine]) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <cpix:CPIX contentId="a &quot;title&quot; &amp; &lt;more&gt;" version="2.3" xmlns:cpix="urn:dashif:org:cpix" \
                xmlns:pskc="urn:ietf:params:xml:ns:keyprov:pskc">
                  <cpix:ContentKeyList>
                    <cpix:ContentKey kid="11111111-1111-4111-8111-111111111111" explicitIV="AAAAAAAAAAAAAAAAAAAAAQ==" commonEncryptionScheme="cbcs"/>
                  </cpix:ContentKeyList>
                  <cpix:DRMSystemList>
                    <cpix:DRMSystem kid="11111111-1111-4111-8111-111111111111" systemId="94ce86fb-07ff-4f43-adb8-93d2fa968ca2">
                      <cpix:HLSSignalingData playlist="media"/>
                      <cpix:HLSSignalingData playlist="master"/>
                    </cpix:DRMSystem>
                    <cpix:DRMSystem kid="11111111-1111-4111-8111-111111111111" systemId="edef8ba9-79d6-4ace-a3c8-27dcd51d21ed">
                      <cpix:PSSH/>
                      <cpix:HLSSignalingData playlist="media"/>
                      <cpix:HLSSignalingData playlist="master"/>
                    </cpix:DRMSystem>
                  </cpix:DRMSystemList>
                  <cpix:ContentKeyUsageRuleList>
                    <cpix:ContentKeyUsageRule kid="11111111-1111-4111-8111-111111111111" intendedTrackType="SD">
                      <cpix:VideoFilter maxPixels="589824"/>
                    </cpix:ContentKeyUsageRule>
                  </cpix:ContentKeyUsageRuleList>
                </cpix:CPIX>

                """
        )
    }

    @Test func writesVersion1() throws {
        #expect(
            request(.speke1, [try KeyRequirement("movie", "all", period: 3, method: .aes128)], [IDs.clear])
                == """
                <?xml version="1.0" encoding="UTF-8"?>
                <cpix:CPIX id="movie" xmlns:cpix="urn:dashif:org:cpix" xmlns:pskc="urn:ietf:params:xml:ns:keyprov:pskc" \
                xmlns:speke="urn:aws:amazon:com:speke">
                  <cpix:ContentKeyList>
                    <cpix:ContentKey kid="11111111-1111-4111-8111-111111111111" explicitIV="AAAAAAAAAAAAAAAAAAAAAQ=="/>
                  </cpix:ContentKeyList>
                  <cpix:DRMSystemList>
                    <cpix:DRMSystem kid="11111111-1111-4111-8111-111111111111" systemId="81376844-f976-481e-a84e-cc25d39b0b33">
                      <cpix:URIExtXKey/>
                      <speke:KeyFormat/>
                      <speke:KeyFormatVersions/>
                    </cpix:DRMSystem>
                  </cpix:DRMSystemList>
                  <cpix:ContentKeyPeriodList>
                    <cpix:ContentKeyPeriod id="period-3" index="3"/>
                  </cpix:ContentKeyPeriodList>
                  <cpix:ContentKeyUsageRuleList>
                    <cpix:ContentKeyUsageRule kid="11111111-1111-4111-8111-111111111111">
                      <cpix:KeyPeriodFilter periodId="period-3"/>
                    </cpix:ContentKeyUsageRule>
                  </cpix:ContentKeyUsageRuleList>
                </cpix:CPIX>

                """
        )
    }

    @Test func writesPeriodsAndAllFilters() throws {
        let text = request(
            .speke2,
            [
                try KeyRequirement("movie", "all", period: 0, method: .aes128),
                try KeyRequirement("movie", "all", period: 1, method: .aes128),
            ],
            []
        )
        #expect(text.contains(#"<cpix:ContentKeyPeriod id="period-0" index="0"/>"#))
        #expect(text.contains(#"<cpix:ContentKeyPeriod id="period-1" index="1"/>"#))
        #expect(text.contains(#"commonEncryptionScheme="cbc1""#))
        #expect(text.components(separatedBy: "<cpix:VideoFilter/>").count == 3)
        #expect(text.components(separatedBy: "<cpix:AudioFilter/>").count == 3)
        #expect(text.components(separatedBy: #"intendedTrackType="ALL""#).count == 3)
    }
}
