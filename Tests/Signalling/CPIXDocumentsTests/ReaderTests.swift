import Ciphers
import Foundation
import Testing
import TextFormats
import XMLDocuments

@testable import CPIXDocuments

/// Documents that are read leniently or refused.
///
/// The oracles compare encryption and signatures with other implementations.
struct ReaderTests {
    @Test func plainKeyWithBrokenBase64() throws {
        let text = Documents.document(
            Documents.keyList(
                "explicitIV=\" AAECAwQFBgcI\nCQoLDA0ODw== \" commonEncryptionScheme=\"cbcs\"",
                value: "\n ABEiM0RV\tZneImaq7\r\n zN3u/w= = \n"
            )
        )
        let key = try #require(try Documents.read(text).contentKeys.first)
        #expect(key.kid == UUID(Documents.kid))
        #expect(key.explicitIV?.hexadecimal == "000102030405060708090a0b0c0d0e0f")
        #expect(key.scheme == "cbcs" && key.form == .plain)
        #expect(key.key?.withSpan { Hexadecimal.encode($0) } == "00112233445566778899aabbccddeeff")
    }

    /// In base64: two lines separated by CR LF after a byte order mark, and the URI `skd://a`.
    @Test func linesAndKeyURI() throws {
        let contents = """
            <cpix:HLSSignalingData>77u/I0VYVC1YLUtFWTpBDQojRVhULVgtVkVORE9SOsOpCg==</cpix:HLSSignalingData>
            <cpix:HLSSignalingData playlist="master"/>
            <cpix:URIExtXKey>c2tkOi8vYQ==</cpix:URIExtXKey>
            <s:KeyFormatVersions xmlns:s="urn:aws:amazon:com:speke">MQ==</s:KeyFormatVersions>
            <cpix:PSSH/>
            """
        let text = Documents.document(Documents.systemList(contents) + Documents.keyList())
        let system = try #require(try Documents.read(text).drmSystems.first)
        #expect(system.mediaLines == ["#EXT-X-KEY:A", "#EXT-X-VENDOR:é"])
        #expect(system.multivariantLines == [])
        #expect(system.keyURI == "skd://a" && system.keyFormatVersions == "1" && system.keyFormat == nil)
        #expect(system.pssh == [] && system.contentProtectionData == nil)
    }

    /// A SPEKE v1 server without data returns a request's elements unchanged; white space counts as empty.
    @Test func emptyElementsSayNothing() throws {
        let contents = """
            <cpix:URIExtXKey/><cpix:HLSSignalingData playlist=""/>
            <s:KeyFormat xmlns:s="urn:aws:amazon:com:speke"/>
            <s:KeyFormatVersions xmlns:s="urn:aws:amazon:com:speke">
            </s:KeyFormatVersions>
            """
        let attributes = "explicitIV=\"\" commonEncryptionScheme=\"\" contentId=\"\""
        let text = Documents.document(
            Documents.systemList(contents) + Documents.keyList(attributes),
            attributes: "id=\"title\" contentId=\"\""
        )
        let document = try Documents.read(text)
        let system = try #require(document.drmSystems.first)
        #expect(system.keyFormat == nil && system.keyFormatVersions == nil)
        #expect(system.keyURI == "" && system.mediaLines == [])
        let key = try #require(document.contentKeys.first)
        #expect(key.explicitIV == nil && key.scheme == nil && key.contentID == nil)
        #expect(document.contentID == nil && document.contentID(of: key) == "title")
    }

    @Test func contentIDs() throws {
        let ofDocument = try Documents.read(Documents.document(Documents.keyList()))
        #expect(ofDocument.contentID(of: ofDocument.contentKeys[0]) == "c")
        let ofSPEKE1 = try Documents.read(Documents.document(Documents.keyList(), attributes: "id=\"1 x\""))
        #expect(ofSPEKE1.contentID == nil && ofSPEKE1.contentID(of: ofSPEKE1.contentKeys[0]) == "1 x")
        let ofKey = try Documents.read(
            Documents.document(Documents.keyList("contentId=\"k\""), attributes: "version=\"2.4\"")
        )
        #expect(ofKey.contentID(of: ofKey.contentKeys[0]) == "k" && ofKey.version == "2.4")
    }

    @Test func unknownFiltersMakeNoRuleWider() throws {
        let rules = """
            <cpix:ContentKeyUsageRuleList><cpix:ContentKeyUsageRule kid="\(Documents.kid)">
            <cpix:VideoFilter minPixels="1" minDepth="10"/><cpix:Weather/><x:Other xmlns:x="urn:x"/>
            </cpix:ContentKeyUsageRule></cpix:ContentKeyUsageRuleList>
            """
        let rule = try #require(
            try Documents.read(Documents.document(rules + Documents.keyList())).usageRules.first
        )
        #expect(rule.unknownFilters == ["VideoFilter@minDepth", "Weather", "Other"])
        #expect(rule.video.map(\.minimumPixels) == [1])
    }

    private static let refusals: [(String, Int, String, String)] = [
        (
            "<cpix:ContentKeyList>\n<cpix:ContentKey/></cpix:ContentKeyList>", 3, "ContentKey",
            "no attribute kid"
        ),
        (Documents.keyList(value: "AA=="), 3, "PlainValue", "a key of 1 byte (expected 16 or 32)"),
        (Documents.keyList(value: "ABEiM0RVZneImaq7zN3u/x=="), 3, "PlainValue", "not base64"),
        (Documents.keyList(value: "ABEi<b/>"), 3, "PlainValue", "elements where base64 was expected"),
        (Documents.keyList("explicitIV=\"AA\""), 2, "ContentKey", "explicitIV is not base64"),
        (
            Documents.keyList("contentId=\"d\""), 2, "ContentKey",
            "contentId differs from that of the document"
        ),
        (
            Documents.keyList() + Documents.keyList(), 4, "ContentKey",
            "kid 5f2c6a1e-0b0d-4c59-8a53-6d0f1a2b3c4d appears twice"
        ),
        (
            Documents.keyList("dependsOnKey=\"\(Documents.kid)\""), 2, "ContentKey",
            "dependsOnKey names 5f2c6a1e-0b0d-4c59-8a53-6d0f1a2b3c4d, which depends on another key itself"
        ),
        (
            Documents.keyList("dependsOnKey=\"\(Documents.otherKid)\" commonEncryptionScheme=\"cbcs\""), 2,
            "ContentKey",
            "a key with dependsOnKey takes scheme, content id and HDCP from its root key (found its own)"
        ),
        (
            "<cpix:ContentKeyPeriodList>\n<cpix:ContentKeyPeriod start=\"x\"/></cpix:ContentKeyPeriodList>",
            3,
            "ContentKeyPeriod", "start (expected a start and an end or duration)"
        ),
        (
            Documents.keyList() + Documents.systemList("<cpix:HLSSignalingData>/w==</cpix:HLSSignalingData>"),
            5,
            "HLSSignalingData", "not text in UTF-8"
        ),
        (
            Documents.keyList() + Documents.systemList("<cpix:URIExtXKey>AQ==</cpix:URIExtXKey>"), 5,
            "URIExtXKey", "control characters in the text"
        ),
        (
            Documents.systemList(""), 2, "DRMSystem",
            "no ContentKey has kid 5f2c6a1e-0b0d-4c59-8a53-6d0f1a2b3c4d"
        ),
    ]

    @Test(arguments: refusals.indices) func refused(_ index: Int) {
        let (contents, line, element, reason) = Self.refusals[index]
        let failure = Documents.failure(Documents.document(contents))
        #expect(failure == .malformed(line: line, element: element, reason: reason))
    }

    @Test func noCPIX() {
        #expect(Documents.failure("<!DOCTYPE a><a/>") == .xml(.hasDocumentType))
        let reason = "not a CPIX document (its namespace is \"urn:other\")"
        let failure = Documents.failure("\n<CPIX xmlns=\"urn:other\"/>")
        #expect(failure == .malformed(line: 2, element: "CPIX", reason: reason))
    }

    private static func signature(_ references: Int) -> String {
        """
        <ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo>
        <ds:CanonicalizationMethod Algorithm="http://www.w3.org/2006/12/xml-c14n11"/>
        <ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha512"/>
        \(String(repeating: "<ds:Reference URI=\"\"/>", count: references))
        </ds:SignedInfo><ds:SignatureValue>AA==</ds:SignatureValue><ds:KeyInfo><ds:X509Data>
        <ds:X509Certificate>AA==</ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature>
        """
    }

    /// Signatures that cannot be canonicalized, or would take long.
    @Test(arguments: [
        ("<x xmlns=\"../relative\"/>", 1, 1, "the URI of a namespace is relative"),
        ("<x>\(ReaderTests.signature(1))</x>", 0, 1, "the Signature is not a child of CPIX"),
        ("", 17, 1, "there are too many signatures (17, expected at most 16)"),
        ("", 5, 13, "there are too many references (65, expected at most 64)"),
    ]) func refusedSignatures(_ text: String, _ signatures: Int, _ references: Int, _ expected: String) {
        let all = String(repeating: Self.signature(references), count: signatures)
        let failure = Documents.failure(Documents.document(Documents.keyList() + text + all))
        guard case .signature(let reason)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(reason.contains(expected), "\(reason)")
    }

    @Test func namesOfAlgorithmsAreQuotedInPart() {
        let name = "\u{7}" + String(repeating: "a", count: 1000)
        let error = CPIXError.unsupported(line: 1, element: "MACMethod", algorithm: name)
        #expect("\(error)".count < 250 && !"\(error)".contains("\u{7}"))
    }
}
