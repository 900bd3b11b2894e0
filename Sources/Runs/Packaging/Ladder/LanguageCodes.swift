/// The languages with a two-letter code (ISO 639-1): their three-letter codes (ISO 639-2) and English names.
///
/// RFC 5646 (2.2.1) requires the shortest code of a language.
enum LanguageCodes {
    /// A language with a two-letter code.
    struct Language: Sendable {
        /// The two-letter code.
        let short: String
        /// The English name.
        let name: String
    }

    /// The languages by three-letter code, both terminological and bibliographic.
    static let byLongCode: [String: Language] = {
        var languages: [String: Language] = [:]
        for line in table.split(separator: "\n") {
            for entry in line.split(separator: ";") {
                let fields = entry.split(separator: " ", maxSplits: 3).map(String.init)
                guard fields.count == 4 else { continue }
                let language = Language(short: fields[2], name: fields[3])
                languages[fields[0]] = language
                if fields[1] != "-" { languages[fields[1]] = language }
            }
        }
        return languages
    }()

    /// The languages by two-letter code.
    static let byShortCode: [String: Language] = Dictionary(
        byLongCode.values.map { ($0.short, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    /// Terminological code, bibliographic code if it differs, two-letter code, name.
    private static let table = """
        aar - aa Afar;abk - ab Abkhazian;afr - af Afrikaans;aka - ak Akan;amh - am Amharic;ara - ar Arabic
        arg - an Aragonese;asm - as Assamese;ava - av Avaric;ave - ae Avestan;aym - ay Aymara
        aze - az Azerbaijani;bak - ba Bashkir;bam - bm Bambara;bel - be Belarusian;ben - bn Bangla
        bis - bi Bislama;bod tib bo Tibetan;bos - bs Bosnian;bre - br Breton;bul - bg Bulgarian
        cat - ca Catalan;ces cze cs Czech;cha - ch Chamorro;che - ce Chechen;chu - cu Church Slavic
        chv - cv Chuvash;cor - kw Cornish;cos - co Corsican;cre - cr Cree;cym wel cy Welsh;dan - da Danish
        deu ger de German;div - dv Divehi;dzo - dz Dzongkha;ell gre el Greek;eng - en English
        epo - eo Esperanto;est - et Estonian;eus baq eu Basque;ewe - ee Ewe;fao - fo Faroese
        fas per fa Persian;fij - fj Fijian;fin - fi Finnish;fra fre fr French;fry - fy Western Frisian
        ful - ff Fulah;gla - gd Scottish Gaelic;gle - ga Irish;glg - gl Galician;glv - gv Manx
        grn - gn Guarani;guj - gu Gujarati;hat - ht Haitian;hau - ha Hausa;heb - he Hebrew;her - hz Herero
        hin - hi Hindi;hmo - ho Hiri Motu;hrv - hr Croatian;hun - hu Hungarian;hye arm hy Armenian
        ibo - ig Igbo;ido - io Ido;iii - ii Sichuan Yi;iku - iu Inuktitut;ile - ie Interlingue
        ina - ia Interlingua;ind - id Indonesian;ipk - ik Inupiaq;isl ice is Icelandic;ita - it Italian
        jav - jv Javanese;jpn - ja Japanese;kal - kl Kalaallisut;kan - kn Kannada;kas - ks Kashmiri
        kat geo ka Georgian;kau - kr Kanuri;kaz - kk Kazakh;khm - km Khmer;kik - ki Kikuyu
        kin - rw Kinyarwanda;kir - ky Kirghiz;kom - kv Komi;kon - kg Kongo;kor - ko Korean;kua - kj Kuanyama
        kur - ku Kurdish;lao - lo Lao;lat - la Latin;lav - lv Latvian;lim - li Limburgan;lin - ln Lingala
        lit - lt Lithuanian;ltz - lb Luxembourgish;lub - lu Luba-Katanga;lug - lg Ganda;mah - mh Marshallese
        mal - ml Malayalam;mar - mr Marathi;mkd mac mk Macedonian;mlg - mg Malagasy;mlt - mt Maltese
        mon - mn Mongolian;mri mao mi Maori;msa may ms Malay;mya bur my Burmese;nau - na Nauru
        nav - nv Navajo;nbl - nr South Ndebele;nde - nd North Ndebele;ndo - ng Ndonga;nep - ne Nepali
        nld dut nl Dutch;nno - nn Norwegian Nynorsk;nob - nb Norwegian Bokmål;nor - no Norwegian
        nya - ny Chichewa;oci - oc Occitan;oji - oj Ojibwa;ori - or Oriya;orm - om Oromo;oss - os Ossetian
        pan - pa Panjabi;pli - pi Pali;pol - pl Polish;por - pt Portuguese;pus - ps Pushto;que - qu Quechua
        roh - rm Romansh;ron rum ro Romanian;run - rn Rundi;rus - ru Russian;sag - sg Sango
        san - sa Sanskrit;sin - si Sinhala;slk slo sk Slovak;slv - sl Slovenian;sme - se Northern Sami
        smo - sm Samoan;sna - sn Shona;snd - sd Sindhi;som - so Somali;sot - st Southern Sotho
        spa - es Spanish;sqi alb sq Albanian;srd - sc Sardinian;srp - sr Serbian;ssw - ss Swati
        sun - su Sundanese;swa - sw Swahili;swe - sv Swedish;tah - ty Tahitian;tam - ta Tamil;tat - tt Tatar
        tel - te Telugu;tgk - tg Tajik;tgl - tl Tagalog;tha - th Thai;tir - ti Tigrinya;ton - to Tonga
        tsn - tn Tswana;tso - ts Tsonga;tuk - tk Turkmen;tur - tr Turkish;twi - tw Twi;uig - ug Uighur
        ukr - uk Ukrainian;urd - ur Urdu;uzb - uz Uzbek;ven - ve Venda;vie - vi Vietnamese;vol - vo Volapük
        wln - wa Walloon;wol - wo Wolof;xho - xh Xhosa;yid - yi Yiddish;yor - yo Yoruba;zha - za Zhuang
        zho chi zh Chinese;zul - zu Zulu
        """
}
