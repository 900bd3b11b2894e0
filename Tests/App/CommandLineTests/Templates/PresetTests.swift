import Foundation
import Testing

/// The provider templates: the key URI and the asset id in the providers' documents, written out by hand.
struct PresetTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace(.none) }

    /// A documented key URI; `source` names the document.
    struct Known: Sendable, CustomTestStringConvertible {
        let template: String
        var id = "movie-42"
        var options: [String] = []
        let uri: String
        /// The asset id that the provider's app sends and the rule that gives it, or nil if nothing is
        /// documented.
        var assetID: String?
        var rule: String?
        let source: String

        var testDescription: String { "\(template) \(uri)" }
    }

    static let keyID = "01234567-89ab-4cde-8f01-23456789abcd"
    static let kid = "0123456789ab4cde8f0123456789abcd"
    static let iv = "000102030405060708090a0b0c0d0e0f"

    static let known = [
        Known(
            template: "content-id-bare",
            uri: "skd:movie-42",
            assetID: "movie-42",
            rule: "afterColon",
            source: "Adobe, Apple FairPlay in TVSDK applications: skd:{content_id}"
        ),
        Known(
            template: "entitlement",
            options: ["--entitlement-url", "https://lic.example.com/fps"],
            uri: "skd://lic.example.com/fps?cid=movie-42",
            assetID: "movie-42",
            rule: "query:cid",
            source: "Adobe, Apple FairPlay in TVSDK applications: the sample code replaces skd:// by https://"
        ),
        Known(
            template: "entitlement-verbatim",
            options: ["--entitlement-url", "https://lic.example.com/fps"],
            uri: "skd:https://lic.example.com/fps?cid=movie-42",
            assetID: "movie-42",
            rule: "query:cid",
            source:
                "Adobe, Apple FairPlay in TVSDK applications: skd:{entitlement_server_url}?cid={content_id}"
        ),
        Known(
            template: "adobe-offline-packager",
            options: ["--set", "uri=skd://user_provided_value"],
            uri: "skd://user_provided_value",
            source: "Adobe, Package for FairPlay: key_url=user_provided_value, copied into URI"
        ),
        Known(
            template: "expressplay-token",
            options: ["--set", "token=AQAAABcj"],
            uri: "skd://fp.service.expressplay.com:80/hms/fp/rights/?ExpressPlayToken=…",
            source: "Adobe Primetime, Playback of protected content"
        ),
        Known(
            template: "expressplay-rotation-sample",
            options: ["--set", "label=one", "--set", "cek=0123456789abcdef0123456789abcdef", "--iv", iv],
            uri: "skd://one?cek=…&iv=000102030405060708090a0b0c0d0e0f",
            assetID: "one",
            rule: "host",
            source: "Adobe Primetime, Licensing FairPlay: skd://one?cek=...&iv=..."
        ),
        Known(
            template: "verbatim",
            options: ["--set", "uri=skd://expressplay_token"],
            uri: "skd://expressplay_token",
            source: "Bitmovin, Python samples: skd://expressplay_token"
        ),
        Known(
            template: "ezdrm",
            uri: "skd://fps.ezdrm.com/;01234567-89ab-4cde-8f01-23456789abcd",
            assetID: keyID,
            rule: "afterSemicolon",
            source: "Qencode, EZDRM FairPlay: skd://fps.ezdrm.com/;{kid}"
        ),
        Known(
            template: "axinom",
            uri: "skd://01234567-89ab-4cde-8f01-23456789abcd",
            assetID: keyID,
            rule: "afterScheme",
            source: "Axinom, Preparing HLS: skd://{kid}"
        ),
        Known(
            template: "axinom-iv",
            uri: "skd://01234567-89ab-4cde-8f01-23456789abcd:000102030405060708090a0b0c0d0e0f",
            assetID: "skd://01234567-89ab-4cde-8f01-23456789abcd:000102030405060708090a0b0c0d0e0f",
            rule: "whole",
            source: "Axinom, Preparing HLS: skd://{kid}:{IV}"
        ),
        Known(
            template: "drmtoday",
            id: "asset1",
            options: ["--set", "variant_id=variant1"],
            uri: "skd://drmtoday?assetId=asset1&variantId=variant1&keyId=0123456789ab4cde8f0123456789abcd",
            assetID: "assetId=asset1&variantId=variant1&keyId=0123456789ab4cde8f0123456789abcd",
            rule: "afterSchemeAndQueryMark",
            source: "castLabs, DRMtoday samples: skd://drmtoday?assetId=&variantId=&keyId="
        ),
        Known(
            template: "drmtoday-rotating",
            id: "asset1",
            options: ["--set", "variant_id=variant1", "--period", "5"],
            uri:
                "skd://drmtoday?assetId=asset1&variantId=variant1&keyId=0123456789ab4cde8f0123456789abcd&keyRotationId=5",
            source: "castLabs, DRMtoday samples: &keyRotationId={n}"
        ),
        Known(
            template: "buydrm-keyos",
            uri: "skd://fp-keyos.licensekeyserver.com/getkey?kid=0123456789ab4cde8f0123456789abcd",
            assetID: "skd://fp-keyos.licensekeyserver.com/getkey?kid=0123456789ab4cde8f0123456789abcd",
            rule: "whole",
            source: "a sample app of BuyDRM"
        ),
        Known(
            template: "doverunner-rotating",
            id: "cpix-test-cid",
            options: ["--period", "128"],
            uri: "skd://cpix-test-cid0000000000000080",
            assetID: "cpix-test-cid0000000000000080",
            rule: "afterScheme",
            source: "PallyCon, CPIX API: skd://cpix-test-cid0000000000000080 for index 128"
        ),
        Known(
            template: "doverunner-vod",
            uri: "skd://ASNFZ4mrTN6PASNFZ4mrzQ==",
            assetID: "ASNFZ4mrTN6PASNFZ4mrzQ==",
            rule: "afterScheme",
            source: "PallyCon, CPIX API: skd://{base64 of the key id}; printf %s KID | xxd -r -p | base64"
        ),
        Known(
            template: "irdeto",
            options: ["--set", "tenant=acme", "--set", "account=acme-live"],
            uri:
                "skd://acme.live.ott.irdeto.com/licenseServer/streaming/v1/acme-live/getckc?ContentId=movie-42&KeyId=01234567-89ab-4cde-8f01-23456789abcd",
            assetID: keyID,
            rule: "query:KeyId",
            source: "Irdeto, sample of FairPlay signalling"
        ),
        Known(
            template: "azure-media-services",
            options: ["--set", "account=acme"],
            uri:
                "skd://acme.keydelivery.mediaservices.windows.net/FairPlay/?kid=01234567-89ab-4cde-8f01-23456789abcd",
            assetID: keyID,
            rule: "query:kid",
            source:
                "Microsoft, content key policies: https://{account}.keydelivery.mediaservices.windows.net/FairPlay/?kid={guid}"
        ),
        Known(
            template: "mux",
            id: "playback1",
            uri: "skd://mux?keyId=0123456789ab4cde8f0123456789abcd&playbackId=playback1",
            assetID: "skd://mux?keyId=0123456789ab4cde8f0123456789abcd&playbackId=playback1",
            rule: "whole",
            source: "Mux, Protect videos with DRM"
        ),
        Known(
            template: "shaka-packager",
            uri: "skd://ASNFZ4mrTN6PASNFZ4mrzQ==",
            assetID: "ASNFZ4mrTN6PASNFZ4mrzQ==",
            rule: "afterScheme",
            source: "Shaka Packager: kUriFairPlayPrefix and the key id in base64"
        ),
        Known(
            template: "apple-sample",
            id: "twelve",
            uri: "skd://twelve",
            assetID: "twelve",
            rule: "host",
            source: "Apple, mediafilesegmenter: --encrypt-key-url skd://twelve"
        ),
    ]

    @Test(arguments: known)
    func `A preset gives what the provider documents`(known: Known) throws {
        let rendering = try workspace.rendering(
            known.template,
            ["--content-id", known.id, "--key-id", Self.keyID] + known.options
        )
        #expect(
            rendering.keyLines == [
                "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"\(known.uri)\",KEYFORMAT=\"com.apple.streamingkeydelivery\",KEYFORMATVERSIONS=\"1\""
            ]
        )
        #expect(
            rendering.sessionKeyLines == [
                "#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI=\"\(known.uri)\",KEYFORMAT=\"com.apple.streamingkeydelivery\",KEYFORMATVERSIONS=\"1\""
            ]
        )
        let record = try #require(rendering.records.first)
        #expect(record.keyUri == known.uri)
        guard let assetID = known.assetID, let rule = known.rule else { return }
        let found = try #require(record.assetIds?.first { $0.id == assetID })
        let sameBytes = record.assetIds?.filter { $0.hex == found.hex }.map(\.rule) ?? []
        #expect(
            sameBytes.contains(rule) || sameBytes.contains(rule.replacing("query:", with: "queryAsWritten:"))
        )
        #expect(found.hex == assetID.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }

    /// NAGRA, OTT DRM signaling: `skd://` and the base64url of a JSON object with ContentId, KeyId and IV.
    @Test func `NAGRA's asset id is JSON in base64url`() throws {
        let rendering = try workspace.rendering(
            "nagra-ssp",
            ["--content-id", "movie \"42\"", "--key-id", Self.keyID, "--iv", Self.iv]
        )
        let uri = try #require(rendering.records.first?.keyUri)
        let digits = uri.dropFirst(6).replacing("-", with: "+").replacing("_", with: "/")
        let padded = digits + String(repeating: "=", count: (4 - digits.count % 4) % 4)
        let json = try #require(Data(base64Encoded: String(padded)))
        let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: String])
        #expect(
            object == [
                "ContentId": "movie \"42\"", "KeyId": Self.keyID, "IV": "AAECAwQFBgcICQoLDA0ODw==",
            ]
        )
        #expect(rendering.records.first?.assetIds?.contains { $0.id == uri.dropFirst(6) } == true)
    }

    @Test func `Plain AES-128 has the identity key format`() throws {
        let rendering = try workspace.rendering(
            "aes-128-https",
            [
                "--content-id", "movie-42", "--key-id", Self.keyID, "--iv-mode", "constant", "--iv", Self.iv,
                "--set", "key_url=https://keys.example.com",
            ]
        )
        let uri = "https://keys.example.com/01234567-89ab-4cde-8f01-23456789abcd"
        #expect(
            rendering.keyLines == [
                "#EXT-X-KEY:METHOD=AES-128,URI=\"\(uri)\",IV=0x000102030405060708090a0b0c0d0e0f"
            ]
        )
        #expect(rendering.sessionKeyLines == ["#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"\(uri)\""])
    }
}
