import Ciphers
import Foundation
import Testing
import TextFormats

@testable import CPIXDocuments

/// Written documents, byte for byte (expected texts are by hand), and content that a dialect cannot express.
struct WriterTests {
    private static func document() throws -> CPIXDocument {
        var system = CPIXDRMSystem(systemID: UUID(Documents.fairPlay), kid: UUID(Documents.kid))
        system.mediaLines = ["#EXT-X-KEY:A", "#B"]
        system.multivariantLines = ["#EXT-X-SESSION-KEY:A"]
        var rule = CPIXUsageRule(kid: UUID(Documents.kid), intendedTrackType: "HD")
        rule.video = [CPIXUsageRule.Video()]
        rule.video[0].maximumPixels = 2_073_600
        rule.video[0].isHDR = false
        rule.periodIDs = ["p1"]
        let key = CPIXContentKey(
            kid: UUID(Documents.kid),
            explicitIV: InitializationVector(hexadecimal: "000102030405060708090a0b0c0d0e0f"),
            scheme: "cbcs",
            key: try ContentKey(copying: #require(Hexadecimal.decode("00112233445566778899aabbccddeeff")))
        )
        return CPIXDocument(
            contentID: "a & b",
            contentKeys: [key],
            drmSystems: [system],
            periods: [CPIXPeriod(id: "p1", index: 1)],
            usageRules: [rule]
        )
    }

    private static func expected(version: String, multivariant: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <cpix:CPIX xmlns:cpix="urn:dashif:org:cpix" xmlns:pskc="urn:ietf:params:xml:ns:keyprov:pskc" \
        contentId="a &amp; b" version="\(version)">
          <cpix:ContentKeyList>
            <cpix:ContentKey kid="5f2c6a1e-0b0d-4c59-8a53-6d0f1a2b3c4d" explicitIV="AAECAwQFBgcICQoLDA0ODw==" \
        commonEncryptionScheme="cbcs">
              <cpix:Data>
                <pskc:Secret>
                  <pskc:PlainValue>ABEiM0RVZneImaq7zN3u/w==</pskc:PlainValue>
                </pskc:Secret>
              </cpix:Data>
            </cpix:ContentKey>
          </cpix:ContentKeyList>
          <cpix:DRMSystemList>
            <cpix:DRMSystem systemId="94ce86fb-07ff-4f43-adb8-93d2fa968ca2" kid="5f2c6a1e-0b0d-4c59-8a53-6d0f1a2b3c4d">
              <cpix:HLSSignalingData playlist="media">I0VYVC1YLUtFWTpBCiNC</cpix:HLSSignalingData>
              <cpix:HLSSignalingData playlist="\(multivariant)">I0VYVC1YLVNFU1NJT04tS0VZOkE=</cpix:HLSSignalingData>
            </cpix:DRMSystem>
          </cpix:DRMSystemList>
          <cpix:ContentKeyPeriodList>
            <cpix:ContentKeyPeriod id="p1" index="1"/>
          </cpix:ContentKeyPeriodList>
          <cpix:ContentKeyUsageRuleList>
            <cpix:ContentKeyUsageRule kid="5f2c6a1e-0b0d-4c59-8a53-6d0f1a2b3c4d" intendedTrackType="HD">
              <cpix:KeyPeriodFilter periodId="p1"/>
              <cpix:VideoFilter maxPixels="2073600" hdr="false"/>
            </cpix:ContentKeyUsageRule>
          </cpix:ContentKeyUsageRuleList>
        </cpix:CPIX>

        """
    }

    @Test(arguments: [
        (CPIXDocument.Dialect.version23, "2.3", "master"), (.version24, "2.4", "multiVariant"),
        (.speke2, "2.3", "master"),
    ]) func toTheByte(_ dialect: CPIXDocument.Dialect, _ version: String, _ multivariant: String) throws {
        let text = try Documents.text(Self.document(), dialect)
        #expect(text == Self.expected(version: version, multivariant: multivariant))
    }

    @Test func keyURIsAreOf23Only() throws {
        var document = try Self.document()
        document.drmSystems[0].keyURI = "skd://a"
        document.drmSystems[0].keyFormat = "f"
        let text = try Documents.text(document, .version23)
        #expect(
            text.contains("<cpix:URIExtXKey>c2tkOi8vYQ==</cpix:URIExtXKey>\n      <cpix:HLSSignalingData")
        )
        #expect(text.contains("<speke:KeyFormat>Zg==</speke:KeyFormat>\n    </cpix:DRMSystem>"))
        for dialect in [CPIXDocument.Dialect.version24, .speke2] {
            #expect(try !Documents.text(document, dialect).contains("URIExtXKey"))
        }
    }

    @Test func contentIDsOfSeveralTitles() throws {
        var document = try Self.document()
        var otherKey = document.contentKeys[0]
        otherKey.kid = UUID(Documents.otherKid)
        otherKey.contentID = "c"
        document.contentKeys.append(otherKey)
        let text = try Documents.text(document, .version24)
        #expect(text.contains("pskc\" version=\"2.4\">"))
        #expect(text.contains("kid=\"\(Documents.kid)\" contentId=\"a &amp; b\" "))
        #expect(text.contains("kid=\"\(Documents.otherKid)\" contentId=\"c\" "))
        #expect(
            throws: CPIXError.inexpressible(
                reason: "cpix-2.3 cannot express several content ids in one document"
            )
        ) {
            try Documents.text(document, .version23)
        }
    }

    @Test func requestsHaveEmptyElements() throws {
        var document = try Self.document()
        document.contentKeys[0].key = nil
        document.drmSystems[0].mediaLines = []
        document.drmSystems[0].multivariantLines = []
        let text = try Documents.text(document, .speke2)
        #expect(text.contains("commonEncryptionScheme=\"cbcs\"/>"))
        #expect(text.contains("<cpix:HLSSignalingData playlist=\"media\"/>\n"))
    }

    private static let refusals: [(CPIXDocument.Dialect, String, @Sendable (inout CPIXDocument) -> Void)] = [
        (.version23, "the scheme \"SAMPLE-AES\"", { $0.contentKeys[0].scheme = "SAMPLE-AES" }),
        (.version23, "an HDCP level", { $0.contentKeys[0].hdcpLevel = "TYPE-1" }),
        (.version23, "HLSAllowedCPC", { $0.drmSystems[0].allowedCPC = "x" }),
        (.version23, "the label, offset or duration of a period", { $0.periods[0].label = "x" }),
        (.version24, "a period with incomplete times", { $0.periods[0].attributes = ["end": "x"] }),
        (.version24, "unknown filters", { $0.usageRules[0].unknownFilters = ["x"] }),
        (.version24, "two keys with the same key id", { $0.contentKeys += $0.contentKeys }),
        (.version24, "a usage rule for a period that is not in the document", { $0.periods = [] }),
        (
            .version24, "a DRM system or a usage rule for a key that is not in the document",
            { $0.contentKeys = [] }
        ),
        (
            .version24, "a line of a playlist with a line break in it",
            { $0.drmSystems[0].mediaLines = ["a\nb"] }
        ),
        (
            .version24, "a key URI without its line (URIExtXKey)",
            {
                $0.drmSystems[0].keyURI = "x"
                $0.drmSystems[0].mediaLines = nil
            }
        ),
    ]

    @Test(arguments: refusals.indices) func inexpressible(_ index: Int) throws {
        let (dialect, what, change) = Self.refusals[index]
        var document = try Self.document()
        change(&document)
        #expect(throws: CPIXError.inexpressible(reason: "\(dialect.rawValue) cannot express \(what)")) {
            try Documents.text(document, dialect)
        }
    }

    private static let needs: [(String, @Sendable (inout CPIXDocument) -> Void)] = [
        ("a content id", { $0.contentID = nil }),
        ("the encryption scheme of each key", { $0.contentKeys[0].scheme = nil }),
        ("a usage rule for each key", { $0.usageRules = [] }),
        ("the track type of each usage rule", { $0.usageRules[0].intendedTrackType = nil }),
        ("a video or audio filter in each usage rule", { $0.usageRules[0].video = [] }),
        ("FairPlay without PSSH and ContentProtectionData", { $0.drmSystems[0].pssh = [1] }),
        (
            "FairPlay without PSSH and ContentProtectionData",
            { $0.drmSystems[0].contentProtectionData = [1] }
        ),
        ("the key lines of FairPlay for both playlists", { $0.drmSystems[0].multivariantLines = nil }),
        ("periods with an index and no times", { $0.periods[0].index = nil }),
    ]

    @Test(arguments: needs.indices) func missingForSPEKE(_ index: Int) throws {
        let (what, change) = Self.needs[index]
        var document = try Self.document()
        change(&document)
        #expect(throws: CPIXError.inexpressible(reason: "speke-2 needs \(what)")) {
            try Documents.text(document, .speke2)
        }
    }
}
