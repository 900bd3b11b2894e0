import ISOBaseMedia
import Presentations
import Testing

/// `CODECS` after a conversion of sample entries.
@Suite struct ConvertedCodecsTests {
    @Test(arguments: [
        ("avc3.64001f,mp4a.40.2", "avc1.64001f,mp4a.40.2"),
        ("mp4a.40.2, hev1.1.6.L93.B0", "mp4a.40.2, hvc1.1.6.L93.B0"),
        ("dvhe.08.07", "dvh1.08.07"), ("dvav.09.03/db1p", "dva1.09.03/db1p"), ("avc1.64001f", "avc1.64001f"),
        ("avc30,mp4a.40.2", "avc30,mp4a.40.2"), ("", ""),
    ])
    func formatsChange(list: String, expected: String) {
        #expect(ConvertedCodecs.list(list) == expected)
    }

    @Test func onlyThoseThatWereConvertedChange() {
        #expect(ConvertedCodecs.list("avc3.64001f,hev1.1", changing: ["hev1"]) == "avc3.64001f,hvc1.1")
    }
}
