import Foundation
import KeyStore
import ProtectionTerms
import Testing

@testable import KeyRecordFormats

/// Exports in every format, byte for byte.
///
/// The expected texts are written by hand from what the formats' readers accept.
struct GoldenExportTests {
    @Test func `JSON Lines`() throws {
        let expected = #"""
            {"version":1,"content_id":"movie-42","track":"hd","period":0,"generation":1,"key_id":"0f0e0d0c-0b0a-4908-8706-050403020100","key":"a9b9033df0b9ca5447839e3d074817a0","iv":"c0c1c2c3c4c5c6c7c8c9cacbcccdcecf","method":"sample-aes","scheme":"cbcs","key_format":"com.apple.streamingkeydelivery","key_format_versions":"1","key_uri":"skd://movie-42","asset_ids":[{"id":"movie-42","hex":"6d6f7669652d3432","rule":"host"},{"id":"movie-42","hex":"6d6f7669652d3432","rule":"afterScheme"},{"id":"skd://movie-42","hex":"736b643a2f2f6d6f7669652d3432","rule":"whole"}],"content_type":"hd","security_level":"baseline","hdcp":"type-0","lease_seconds":60,"state":"active","created_at":"2026-01-01T00:00:00Z","template":"content-id"}

            """#
        #expect(try SampleKeys.text("jsonl", [SampleKeys.key()]) == expected)
    }

    @Test func `The tombstone of a revoked key has neither key nor IV`() throws {
        let key = try SampleKeys.key(signalling: [], terms: nil, state: .revoked)
        let expected = #"""
            {"version":1,"content_id":"movie-42","track":"hd","period":0,"generation":1,"key_id":"0f0e0d0c-0b0a-4908-8706-050403020100","state":"revoked","created_at":"2026-01-01T00:00:00Z"}

            """#
        #expect(try SampleKeys.text("jsonl", [key]) == expected)
        let row = try SampleKeys.text("csv", [key]).split(separator: "\r\n").last
        #expect(
            row == ",,,0f0e0d0c-0b0a-4908-8706-050403020100,,,,,,,,,,,,movie-42,hd,0,1,,,,,revoked"
        )
    }

    private static let header =
        "asset_id,asset_id_hex,asset_id_rule,key_id,key,iv,scheme,content_type,security_level,hdcp,lease_seconds,"
        + "rental_seconds,playback_seconds,offline_stream_id,offline_title_id,content_id,track,period,generation,method,"
        + "key_format,key_format_versions,key_uri,state\r\n"

    @Test func `CSV has a row for each asset id`() throws {
        let rest =
            ",0f0e0d0c-0b0a-4908-8706-050403020100,a9b9033df0b9ca5447839e3d074817a0,c0c1c2c3c4c5c6c7c8c9cacbcccdcecf,"
            + "cbcs,hd,baseline,type-0,60,,,,,movie-42,hd,0,1,sample-aes,com.apple.streamingkeydelivery,1,skd://movie-42,active\r\n"
        let expected =
            Self.header + "movie-42,6d6f7669652d3432,host|afterScheme" + rest
            + "skd://movie-42,736b643a2f2f6d6f7669652d3432,whole" + rest
        #expect(try SampleKeys.text("csv", [SampleKeys.key()]) == expected)
        #expect(try SampleKeys.text("csv", []) == Self.header)
    }

    @Test func `CSV puts commas, quotes and line ends in quotes`() throws {
        let key = try SampleKeys.key("a,\"b\"", title: " x", signalling: [], terms: nil)
        let row = try SampleKeys.text("csv", [key]).dropFirst(Self.header.count)
        #expect(row.contains(#"" x","a,""b""",0,1"#))
    }

    @Test func `FairPlay SDK`() throws {
        var offline = SampleKeys.terms(hdcp: "type-1", level: "main", type: "uhd", lease: nil)
        offline.offlineStreamID = "0011223344556677"
        offline.offlineTitleID = "8899aabbccddeeff"
        offline.rentalSeconds = 3600
        offline.playbackSeconds = 7200
        let uhd = try SampleKeys.key(
            "uhd",
            id: SampleKeys.otherID,
            key: "000102030405060708090a0b0c0d0e0f",
            signalling: [
                SampleKeys.fairPlay(
                    SampleKeys.otherID,
                    uri: "skd://uhd",
                    scheme: nil,
                    ids: [("u\"hd", "host")]
                )
            ],
            terms: offline
        )
        let hd =
            #"{"content-key":"a9b9033df0b9ca5447839e3d074817a0","content-iv":"c0c1c2c3c4c5c6c7c8c9cacbcccdcecf","encryption-scheme":"cbcs","hdcp-type":0,"content-type":"hd","lease-duration":60}"#
        let expected = #"""
            {"movie-42":\#(hd),
            "skd://movie-42":\#(hd),
            "u\"hd":{"content-key":"000102030405060708090a0b0c0d0e0f","content-iv":"c0c1c2c3c4c5c6c7c8c9cacbcccdcecf","hdcp-type":1,"content-type":"uhd","offline-hls":{"stream-id":"0011223344556677","title-id":"8899aabbccddeeff","rental-duration":3600,"playback-duration":7200}}}

            """#
        let text = try SampleKeys.text("fps-sdk", [SampleKeys.key(), uhd])
        #expect(text == expected)
        #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: [String: Any]])
        #expect(try SampleKeys.text("fps-sdk", []) == "{}\n")
    }

    /// The fields are those that the SDK's parsers read (SDK 26, in Rust and in Swift).
    @Test func `FairPlay SDK requests, whole but for the SPC`() throws {
        let request =
            #"{"fairplay-streaming-request":{"version":1,"create-ckc":[{"id":1,"spc":"","asset-info":[{"content-key":"a9b9033df0b9ca5447839e3d074817a0","content-iv":"c0c1c2c3c4c5c6c7c8c9cacbcccdcecf","encryption-scheme":"cbcs","hdcp-type":0,"content-type":"hd","lease-duration":60}]}]}}"#
        let expected = "{\"movie-42\":\(request),\n\"skd://movie-42\":\(request)}\n"
        #expect(try SampleKeys.text("fps-sdk-request", [SampleKeys.key()]) == expected)
        #expect(try SampleKeys.text("fps-sdk-request", []) == "{}\n")
    }

    /// The parameters are those of the page "FairPlay license token request" (Adobe Primetime).
    @Test func `ExpressPlay token requests`() throws {
        var rental = KeyPolicyTerms()
        rental.rentalSeconds = 172_800
        let signalling = [
            SampleKeys.fairPlay(),
            SampleKeys.fairPlay(uri: "skd://a\"b", scheme: nil, ids: [("a\"b", "host")]),
            SampleKeys.fairPlay(scheme: nil),
        ]
        let expected = #"""
            {"content_id":"movie-42","track":"hd","period":0,"generation":1,"key_id":"0f0e0d0c-0b0a-4908-8706-050403020100","key_uris":["skd://movie-42"],"asset_ids":["movie-42","skd://movie-42"],"parameters":{"contentKey":"a9b9033df0b9ca5447839e3d074817a0","iv":"c0c1c2c3c4c5c6c7c8c9cacbcccdcecf"}}
            {"content_id":"movie-43","track":"all","period":3,"generation":2,"key_id":"10111213-1415-4647-9819-1a1b1c1d1e1f","key_uris":["skd://movie-42","skd://a\"b"],"asset_ids":["a\"b"],"parameters":{"contentKey":"000102030405060708090a0b0c0d0e0f","iv":"c0c1c2c3c4c5c6c7c8c9cacbcccdcecf","rentalDuration":"172800"}}

            """#
        let keys = [
            try SampleKeys.key(),
            try SampleKeys.key(
                "all",
                period: 3,
                generation: 2,
                title: "movie-43",
                id: SampleKeys.otherID,
                key: "000102030405060708090a0b0c0d0e0f",
                signalling: signalling.map { $0.withoutMovie42 },
                terms: rental
            ),
        ]
        let text = try SampleKeys.text("expressplay-token", keys)
        #expect(text == expected)
        for line in text.split(separator: "\n") {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(object?["parameters"] is [String: String])
        }
        #expect(try SampleKeys.text("expressplay-token", []).isEmpty)
    }

    /// Base64 values are from `base64` of coreutils.
    @Test func `DRMtoday`() throws {
        let expected = #"""
            {"assets":[{"type":"CENC","assetId":"movie-42","ingestKeys":[{"keyId":"Dw4NDAsKSQiHBgUEAwIBAA==","key":"qbkDPfC5ylRHg549B0gXoA==","iv":"wMHCw8TFxsfIycrLzM3Ozw==","streamType":"VIDEO","algorithm":"AES"}]},
            {"type":"CENC","assetId":"movie-43","ingestKeys":[{"keyId":"EBESExQVRkeYGRobHB0eHw==","key":"qbkDPfC5ylRHg549B0gXoA==","iv":"wMHCw8TFxsfIycrLzM3Ozw==","keyRotationId":"3","streamType":"VIDEO_AUDIO","algorithm":"AES"}]}]}

            """#
        let keys = [
            try SampleKeys.key(),
            try SampleKeys.key("all", period: 3, title: "movie-43", id: SampleKeys.otherID),
        ]
        #expect(try SampleKeys.text("drmtoday", keys) == expected)
        #expect(try SampleKeys.text("drmtoday", []) == "{\"assets\":[]}\n")
    }

    /// Key, wrapped key and its name are those of SKM's documentation.
    @Test func `SKM`() throws {
        let expected = #"""
            {"kid":"0f0e0d0c0b0a49088706050403020100","ek":"5dbd06c0056b42fe0b8cf406679620c31bd619732730433d","kekId":"#1.afe008a381bdac03b412a92d54b92ddf","info":"iv=c0c1c2c3c4c5c6c7c8c9cacbcccdcecf period=0 generation=1 track=hd","contentId":"movie-42"}

            """#
        #expect(try SampleKeys.text("skm", [SampleKeys.key()], SampleKeys.wrapping()) == expected)
    }

    @Test(arguments: [
        ("all", ["label="]), ("audio", ["label=AUDIO"]), ("sd", ["label=SD"]), ("hd", ["label=HD"]),
        ("uhd", ["label=UHD1", "label=UHD2"]), ("main-1", ["label=main-1"]),
    ])
    func `Shaka Packager`(track: String, labels: [String]) throws {
        let keys = labels.map {
            $0 + ":key_id=0f0e0d0c0b0a49088706050403020100:key=a9b9033df0b9ca5447839e3d074817a0"
                + ":iv=c0c1c2c3c4c5c6c7c8c9cacbcccdcecf"
        }
        let expected = "--keys=" + keys.joined(separator: ",") + "\n"
        #expect(try SampleKeys.text("shaka", [SampleKeys.key(track)]) == expected)
    }

    @Test func `Every format has a name of its own`() {
        #expect(
            ExportFormats.names == [
                "jsonl", "csv", "cpix-2.3", "cpix-2.4", "speke-2", "fps-sdk", "fps-sdk-request",
                "expressplay-token", "drmtoday", "skm", "shaka", "key-file",
            ]
        )
    }

    @Test func `Only wrapped and encrypted keys need no permission`() {
        let hidden = ExportFormats.all.filter { !$0.isPlaintext(withRecipients: true) }.map { $0.name }
        #expect(hidden == ["cpix-2.3", "cpix-2.4", "speke-2", "expressplay-token", "skm"])
        #expect(
            ExportFormats.all.filter { !$0.isPlaintext(withRecipients: false) }.map { $0.name } == ["skm"]
        )
    }
}

extension Signalling {
    /// The signalling without asset ids of `movie-42`.
    fileprivate var withoutMovie42: Signalling {
        var copy = self
        copy.assetIDs = assetIDs.filter { !$0.id.hasSuffix("movie-42") }
        return copy
    }
}
