import Ciphers
import Testing
import WipedMemory

@testable import LicenseMessages

/// Messages written by a script with Python's `cryptography` and `hashlib` alone, after the published layout.
///
/// They contain the values below; keys and certificates are from `openssl`.
enum LicenseVectors {
    /// The application secret key.
    static let applicationSecret = [UInt8](0x40..<0x50)
    static let r2 = [UInt8](0..<21)
    /// AES-128-ECB(ASk, SHA-256(R2)[0..<16]).
    static let deviceKey = "f2bf605ebb6e41c2393944eb9627dde7"
    /// AES-128-ECB(SHA-1(R1)[0..<16], AR seed) for R1 50, 51, … and seed c0, c1, ….
    static let answerKey = "f2f8db735e2334b98132795614637501"
    static let assetID = [UInt8]("skd-asset-42".utf8)
    static let transactionID = [UInt8](0xF0...0xF7)
    /// The SHA-1 digest of the 1024-bit certificate, from `hashlib`.
    static let hash1024 = "cffe8955dc89020e13bfa153b178990e9e083566"
    /// The content key of ``ckc``.
    static let contentKey = "3c3c3c3c11111111a5a5a5a500ff00ff"
    /// An unknown tag, twice in the SPCs, which request its return.
    static let unknownTag = LicenseTag(rawValue: 0xdead_beef_0000_0001)

    /// Returns the SPC of a version.
    static func spc(_ version: SPCVersion) -> [UInt8] { version == .one ? spc1 : spc2 }

    private static func base64(_ text: String) -> [UInt8] {
        Base64.decode(text, .whiteSpace) ?? []
    }

    /// A certificate of `openssl req -x509 -newkey rsa:1024 -sha1`, in DER.
    static let certificate1024 = base64(
        """
        MIICCDCCAXGgAwIBAgIUEws+6awX1XaZGqWwsA6UswRFkYUwDQYJKoZIhvcNAQEFBQAwFjEUMBIGA1UEAwwLdmVjdG9yIDEwMjQw
        HhcNMjYxMTI4MTQ0ODU5WhcNMzYxMTI1MTQ0ODU5WjAWMRQwEgYDVQQDDAt2ZWN0b3IgMTAyNDCBnzANBgkqhkiG9w0BAQEFAAOB
        jQAwgYkCgYEAwP+p7YO/0ADt5kCjvhjoibvAce97AherSVT7kQMivlh6CcyLb+0YFv+b5JEsG4lB7C5Y+Y+5Z8Whzzk+XncLGY1k
        6CXh1ANUOMPxRwwm64cc6J9QJqcKM3O+wRoFoAeJtCJNr+4Y/Gwcj+H3C8Gr4sN/9iHSdanc6MDwGzMZlXkCAwEAAaNTMFEwHQYD
        VR0OBBYEFFTJKni2QgcDj3/shRixaMbu6yJ2MB8GA1UdIwQYMBaAFFTJKni2QgcDj3/shRixaMbu6yJ2MA8GA1UdEwEB/wQFMAMB
        Af8wDQYJKoZIhvcNAQEFBQADgYEAWFnu0aeqrMuuD8+gpr+XbeT51kHe314n+txANQ4IuoTa+A2jCiUVGwFhOOYB3rUD8TJMzc4t
        oWGCSRnyb+/TKZ4pfB5I7hpUnh+Q1bO54AKZ9lSDnxOr5jQIbhx/wrErk0kBrLAEukjZ9k5B5PVxiQONDH35uWYAoy+cpFcvJGI=
        """
    )

    /// A certificate of `openssl req -x509 -newkey rsa:2048 -sha1`, in DER.
    static let certificate2048 = base64(
        """
        MIIDDTCCAfWgAwIBAgIUaX2FMfOnnsUc/zeCUfOBH0L/rwowDQYJKoZIhvcNAQEFBQAwFjEUMBIGA1UEAwwLdmVjdG9yIDIwNDgw
        HhcNMjYxMTI4MTQ0OTAwWhcNMzYxMTI1MTQ0OTAwWjAWMRQwEgYDVQQDDAt2ZWN0b3IgMjA0ODCCASIwDQYJKoZIhvcNAQEBBQAD
        ggEPADCCAQoCggEBAIoFpppmHlZvrUNFCd8ag8OMnp6nB2uO5mNY4I0W+NVlM4vQ9lZoKariobV+cwUxHkuaf4uzhmSP1hLNvq66
        mMX/Od2woLhs3JiLQfG7HLCUbXKAPhb2rrprQa0i96dRxNUHLrDLgHlzemVygn+CGbZahuR91bB5GiRy28kRfa7Na2QNk+AacEUt
        IQY+z1Iyu+wACdxy9gFTSk0eI4nsICpF88Grnd40WYMHKl50ZxmNZFa4OCSmotPsTZ/TA4wFxFwc9xKKRyB+IwL54A6jpmhfJOCv
        7KgXTZx0Xupali8TGvkYoGwq7BU0dwqi2FxE8szEPPeyYfzuWwRjfWkwNw8CAwEAAaNTMFEwHQYDVR0OBBYEFN8IaLcoMWPpQBEj
        aPnpemrdS5LwMB8GA1UdIwQYMBaAFN8IaLcoMWPpQBEjaPnpemrdS5LwMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQEFBQAD
        ggEBACEdbNP8zxaYcVLUv74KkJFa4fjXeyxOMs7g/FxskC2Hh1g3pV0Cn1dUqjt5VEyht5o/xMvZThXJrZTClM12VefpNixUJuwY
        g2+hnnuUFfVR/NwOW/NRc+yiXQbNxNrLCLFqM5sgUbwqj1V93zFmfPqQXe3pskvkI4GVWO5sWmVL6+BrEiqUeHNKdtJIxQAIVOPb
        BeDJr9H2No9Z6Lrmu9NGaJ4PpU7/EKaPtlRALBO33LCojAdKTdSVYXBMWF4I3Zqou+tnJCAIux+K4XtlFzKDWqnz4OLWfF3OsJzo
        jAtPn7aG97UaQuNehyX6ay/fOhYh5Aq/3ssEWSdjXla2Az0=
        """
    )

    /// The private key of ``certificate1024``, PKCS#8 in DER.
    static let privateKey1024 = base64(
        """
        MIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJcAgEAAoGBAMD/qe2Dv9AA7eZAo74Y6Im7wHHvewIXq0lU+5EDIr5YegnMi2/t
        GBb/m+SRLBuJQewuWPmPuWfFoc85Pl53CxmNZOgl4dQDVDjD8UcMJuuHHOifUCanCjNzvsEaBaAHibQiTa/uGPxsHI/h9wvBq+LD
        f/Yh0nWp3OjA8BszGZV5AgMBAAECgYA5z5toERHwzYZ1dSFXPQDS2RGhT1nqW4qsUa91VZofqEMOEl4mLcAMi4533eB3cxrzE0MF
        pj6kTffVKdF73G7PN5CvvhgSe66CIyTPapEQfRymmr3R0sOcVrDbaDg8Lomd4bLA0jGXf6aCkkPXepBsGgxAR9MS7UPDQh2GgV2T
        sQJBAPm8gqP+6j+hMx839BiNpM4VuyV/5uDPIoDxjlQzPXNXixQSEmpYClXfkUuvm3gAGx2hHdTn3wPocZbXXhRdCe0CQQDF1tss
        8Ty7YSfQec8bLwilr9/hEDtilPQmn1H6V0okzkbmw4SEOxaBj/Fd5i9nzyMlzqTrZOZFDeafwHIgABg9AkEA0VvsdUk13aPo9In2
        00KjX7UuD/Daf6qGNWzLseDG6lQAnxHLaGVoPLdQ2g9cmUwVb1Brbtn3xxHtb9Qa5Z1dvQJANhiJ1cAg2xu1x0uHVeeGdcehb+kA
        U/RmzijCQbGclHPS70aG9aEyhjrVxNcsHzaEZdIbRkJQtJEYfpYgnp9oAQJAdqhfj5N6YaVYVrUVVAZhUWIXdOYAsOyNHNFFcete
        JZ6k+WsKKOr285w/Kup+kSf3jsApU9fCHfYsOiVN3kHr/g==
        """
    )

    /// The private key of ``certificate2048``, PKCS#8 in DER.
    static let privateKey2048 = base64(
        """
        MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQCKBaaaZh5Wb61DRQnfGoPDjJ6epwdrjuZjWOCNFvjVZTOL0PZW
        aCmq4qG1fnMFMR5Lmn+Ls4Zkj9YSzb6uupjF/zndsKC4bNyYi0HxuxywlG1ygD4W9q66a0GtIvenUcTVBy6wy4B5c3plcoJ/ghm2
        WobkfdWweRokctvJEX2uzWtkDZPgGnBFLSEGPs9SMrvsAAnccvYBU0pNHiOJ7CAqRfPBq53eNFmDBypedGcZjWRWuDgkpqLT7E2f
        0wOMBcRcHPcSikcgfiMC+eAOo6ZoXyTgr+yoF02cdF7qWpYvExr5GKBsKuwVNHcKothcRPLMxDz3smH87lsEY31pMDcPAgMBAAEC
        ggEAQ3AWYstxmE8xq7QwahPE/MeY+zDmdb3ZQQJ8mUN3qqCrim275yU28rmQRKM3pPpGcK9ZEZPSnxEOipp/yFUA74FQr0qthN8f
        ++LTAj8n+flT7sXNUKAQaKKecO+sbNMNpv6+6ABO0kjDrYzBSXbyhECAN2VqgzLwvI1oaTqEG+OoENIi64o/8VF343NUeQXHtKmv
        xM2wAWYWDm0Rib4ynq3rhIoWiaCLmRfps+BeyYO4pJlc21ixYLVr89kdRHSbJFlP+tMFyv/mOdknDv7igyCxuI3JOAzJ1Y/YpJ72
        EHIPksMCiItH1mIxGKT+7oNUuiQwVabiyrPLrY4ISQ9VeQKBgQDAHuwPb+FzRWxXWK+gHcrlH4DDHJtwLap+KV90TuDhpATtfPfa
        go40sLSAvl8y42rTjLRIjA3CUA5/YB6ztxYSnL82VvOv/5oOrRvNIGl41PiOxaneWfK9sxE8mkL97wwM3VwdpYoInj/L2DbgvadR
        4OaCJfTe35Hh71tgPLyOeQKBgQC36eoi+XUBDDq6bMPdmMKasAqJDIXQsBQbDfRaTBYqfq/P/j+qHP2NImaoptNiA3wn+A915WvR
        RzNnIciuZUvcED6G92uGvkmjLGiGklp68pxxgREpiEJ8qnGvxin8IboXNi6TapFcI2ZO/PwjRjFrXI8gc8kf895Pig0n5c9vxwKB
        gBrnubNnvbEA9e09lEreIT35LXUlmncZThkg/icxrLis2avQpn1Jb1TdskmdX4Om6Zz6xXyrcHnX8E/STDpq14J/xR99Cd+J8i8/
        +va9JUgwuyZzdBiZjC8Y1r8f82XQhmV+0pmsRypxzwljHDxZEweacW2klyhnMuzrMmbF2roxAoGAYpHfKFGU8TPRwhsLOxhlrKyP
        aPaqPbgxfnKTNVY0RyBRMGPvUUhqaJs4dEm9X3nIsE9WUfTdPXQwy6Sivz2RU+fs6z9uhPA13Vuuxflovx6K1Ja9UQozwEdF2VSX
        KggVid1DR0VFlSFv8wPKS0mSsR0RpO4JrLNywiSWenzEGf8CgYBXP3K0lI4NOQJy5qS7hX8XRWcjTp5xDek0vZ7tc7USvbgGWYG2
        yT/goZIDwcB3lyVVb/n96wfQ6tP1uLO+UBGnU5Ajfc9Oo5Yi7rXPthiiRPJKsYK86ZAxf9ogBpwH+TNeyIlmfloJ1HrAOdfCNPlI
        nHVS4Cnx3KMLPJHPrVQ18g==
        """
    )

    /// An SPC of version 1.
    static let spc1 = base64(
        """
        AAAAAQAAAABwcXJzdHV2d3h5ent8fX5/ZFKDZYuLMo4JrNC4nZQBxsG3w9dm1YV7ANmhnRJ+PzoZT/lvVVgod0bOK1s1z/Bp+SjM
        2foNpiE0oi+KqXQBY6coRXJbxM75G/SC4ovDX4Dw+DYf5cDqlqU+EXvElDZ8l1ad8UYkEyti9HytrKH4MZQK+OLTqnC2kh4Ul8a+
        pSvP/olV3IkCDhO/oVOxeJkOngg1ZgAAAvBdYIcxGof9U3oCWjQj0RUJDvYV6j0gmNY/BkwcdFF6eNv0kI3Oak6sBGCO4vsQGdjf
        KarIfKfO34y79Hv5iXzINJQCtSKo1PKAZsDeHe/lvKOne4M9JqEUzMJic5hqqtWICLNLkTxfSDgxDvhlN4N6ZdqiPsSVXAvl7G+d
        Y0o3B8IK6JIlN8W1AtU26Kil9PvY5Cq3zN8/WZ8s/u2fuvqFA/QE1mUoCy+jfKRjw3lZe4zVRWyPhpj2TDHOkixd8yYn3bTKKD1v
        ctmTLFpMsGhjZ3xrdgAdKZD+R5pXjN8EdVSWwoI0RwGQyZvxULOd/VGyhwfSEGVh8YJjYADm9OabbkNeMKxztQZhO1Aj3PvJoq70
        rgMrV0k6lAuyogSlcXK3dd9cLFNm4TLcCICjBFMGEBplZoK1Wr7uSVc+Z4itudXmpSkzdZ9vT91OHJibW+Vhf+xuTDpcMLgrKfJk
        ldmu+tqyRVzLl2bmPQMcRP7nyBl40ch2HneGmm9+6lfRSTTsqrYEJhd0yCcNGiKOwv9Riwsf6cfPMxS3uib3dTD2ZE8AjreXSRjm
        m8mKeVKN+Fhgz9b6y8+g+y1L1ptoUprY3gjgsZeZXc59N5f9pwDnQsMUjAZaTPUKJg+G6Y8XGWUmem8FtUnDdRkElfvL1yg8QIFa
        EoAj3KqlScCXilt8tPrxnD8aHdYCQsKciBj57pcMLZC393Aj4Ol77FXnukjtqqiZcoUoo5Pz2A4qPN++XEIQe9fXX1cpGBzF/7Kp
        F4Ulzp641hfjiIUVVyk9yDytJs9K2aoORGX9M8C6s6WMw99cHEyGYiI0kKGD0rQkfENkn6Y0CQOuk/LXmhmlOZOWW1AwpnQXyFWq
        sDGwACqI58CfxWjatuoT1xYkZ/XTro66G/F5GEO9D8IO6RlP2Liy1ozI+mB7D8hDEE4bp3WCaO56xzm2MHcKiyX5Hldi5I+ky7wK
        sMvT0qW1SL+Q8fhTAdOsczWigEGsAz8Q9j6sHQ==
        """
    )

    /// An SPC of version 2.
    static let spc2 = base64(
        """
        AAAAAgAAAABwcXJzdHV2d3h5ent8fX5/K0jk+z2G+tOvHk3mb4WNCxv21pDo8frLlMFk0IcWreRY/fndKYMBITVTOBbttaVZW/q1
        vIHxhknadV5rgoj75I+IRRWab6gu8h7HP5YkD945Cy6OXx225xqgraX/qiGWJjlAL1yCcFEn2hortNkhFN2iysuZ7aQmpUYxORcf
        5QGseG670BNgLoSYxBHUzgcxGXJ4bq0/4KeQ7itR1wYsp2EQ5CERewqm4kzcGe4KbOtR3mIxIVpQ2bQlYO5rd2dcN51LcihG++Mv
        6MGcJkp+8VUjI0JWt3tm3FuGB2491CHmZD1UN3bEFSPEG23+LaXW/FfjsUUGWE9qa4Qhptv+mnrKsmXmISjoErzGuZSdYTKLgMSm
        AAAC8F1ghzEah/1TegJaNCPRFQkO9hXqPSCY1j8GTBx0UXp42/SQjc5qTqwEYI7i+xAZ2N8pqsh8p87fjLv0e/mJfMg0lAK1IqjU
        8oBmwN4d7+W8o6d7gz0moRTMwmJzmGqq1YgIs0uRPF9IODEO+GU3g3pl2qI+xJVcC+Xsb51jSjcHwgrokiU3xbUC1TboqKX0+9jk
        KrfM3z9Znyz+7Z+6+oUD9ATWZSgLL6N8pGPDeVl7jNVFbI+GmPZMMc6SLF3zJifdtMooPW9y2ZMsWkywaGNnfGt2AB0pkP5HmleM
        3wR1VJbCgjRHAZDJm/FQs539UbKHB9IQZWHxgmNgAOb05ptuQ14wrHO1BmE7UCPc+8mirvSuAytXSTqUC7KiBKVxcrd131wsU2bh
        MtwIgKMEUwYQGmVmgrVavu5JVz5niK251ealKTN1n29P3U4cmJtb5WF/7G5MOlwwuCsp8mSV2a762rJFXMuXZuY9AxxE/ufIGXjR
        yHYed4aab37qV9FJNOyqtgQmF3TIJw0aIo7C/1GLCx/px88zFLe6Jvd1MPZkTwCOt5dJGOabyYp5Uo34WGDP1vrLz6D7LUvWm2hS
        mtjeCOCxl5ldzn03l/2nAOdCwxSMBlpM9QomD4bpjxcZZSZ6bwW1ScN1GQSV+8vXKDxAgVoSgCPcqqVJwJeKW3y0+vGcPxod1gJC
        wpyIGPnulwwtkLf3cCPg6XvsVee6SO2qqJlyhSijk/PYDio8375cQhB719dfVykYHMX/sqkXhSXOnrjWF+OIhRVXKT3IPK0mz0rZ
        qg5EZf0zwLqzpYzD31wcTIZiIjSQoYPStCR8Q2SfpjQJA66T8teaGaU5k5ZbUDCmdBfIVaqwMbAAKojnwJ/FaNq26hPXFiRn9dOu
        jrob8XkYQ70Pwg7pGU/YuLLWjMj6YHsPyEMQThundYJo7nrHObYwdwqLJfkeV2Lkj6TLvAqwy9PSpbVIv5Dx+FMB06xzNaKAQawD
        PxD2Pqwd
        """
    )

    /// An answer to ``spc1``.
    ///
    /// Zeros follow the duration, and eight bytes the HDCP type, as some servers write them.
    static let ckc = base64(
        """
        AAAAAQAAAAAFBgcICQoLDA0ODxAREhMUAAABoNW9dHaDkyq2ttfaNDzQ92LhVgQkeYU4hBsG2dVMdERaNqb94pueTPAArEIzEHlK
        aIB9yrw19KkPCljxRP1yV4LlPaHLEQzmzC2yNNn6HGrmBgMdW5pX1JNr1rzc2E8Hl+hpHeyjHNgXslkfax8UaGCoujV+ez5P9DmV
        vc2b8KgE/lw4WGZG4Kbhx3qj8WYcFNFRjb8Ysk2S/dD6wY/IYW7R9MAnpIBv8fHi9Iyp2YwKP75XXdV/zbiANfSNDJXuf6favMlo
        ruYdPndoXEG8WQPkCo6z10MPDP33I2mY+QU3vVqhe4DJYcfqMCfhRdrXBhO0q6qJnCi2uKgST50SsYJj/2+FeIoXWC29NQp7FNxf
        iEMvrjnA9H7lQtZPmXay4WwBXKp+x8QpiHjqZQvlTT782sSKcPqN4pccP1KYUHvCSEsQpcaomMNgAnvQE6GayS+JjAmRjOC0Z516
        2Mc+Tj16c6A9DO9HaJULJKzdfPF4/+Y15R8dE0UuksmWBkTMffoSi6JkYuOJRUzPn9o5/KmzzHuuOQQnWnX5IGQbV7Ry
        """
    )
}
