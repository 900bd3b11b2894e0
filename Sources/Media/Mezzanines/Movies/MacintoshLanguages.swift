/// The Macintosh language codes (QuickTime file format, language code values) as ISO 639-2/T codes.
enum MacintoshLanguages {
    /// The languages of the codes from 0 on; a language with two scripts has two codes.
    private static let languagesFrom0 = """
        eng fra deu ita nld swe spa dan por nor heb jpn ara fin ell isl
        mlt tur hrv zho urd hin tha kor lit pol hun est lav sme fao fas
        rus zho nld gle sqi ron ces slk slv yid srp mkd bul ukr bel uzb
        kaz aze aze hye kat ron kir tgk tuk mon mon pus kur kas snd bod
        nep san mar ben asm guj pan ori mal kan tam tel sin mya khm lao
        vie ind tgl msa msa amh tir orm som swa kin run nya mlg epo
        """.split(whereSeparator: \.isWhitespace).map(String.init)
    /// The languages of the codes from 128 on.
    private static let languagesFrom128 = [
        "cym", "eus", "cat", "lat", "que", "grn", "aym", "tat", "uig", "dzo", "jav",
    ]

    /// Returns the language of a code, or nil if the code is unknown.
    static func language(_ code: UInt16) -> String? {
        let index = Int(code)
        if languagesFrom0.indices.contains(index) { return languagesFrom0[index] }
        return languagesFrom128.indices.contains(index - 128) ? languagesFrom128[index - 128] : nil
    }
}
