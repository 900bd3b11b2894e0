import Ciphers
import KeyURITemplates
import LicenseMessages
import WipedMemory

/// Reads SPCs with fixed keys of both versions, and answers them: no input may crash the process.
///
/// If bit 0 of the first byte is set, the rest is the TLLVs of a message; otherwise it is a whole message.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSPC(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    guard let first = bytes.first else { return 0 }
    let rest = Array(bytes.dropFirst())
    var context: ServerPlaybackContext?
    if first & 1 == 0 {
        guard let container = try? SPCContainer(reading: rest) else { return 0 }
        precondition(container.serialized == rest)
        guard let key = FuzzedKeys.keys[container.version] else { return 0 }
        context = try? ServerPlaybackContext(opening: container, with: key)
    } else if let list = try? TLLVList(reading: rest.span) {
        context = try? ServerPlaybackContext(list: list, version: .one)
    }
    guard let context else { return 0 }
    precondition(AssetID.lengths.contains(context.assetID.count))
    guard
        let deviceKey = try? StandInDeviceKeyFunction().deviceKey(
            r2: context.r2,
            applicationSecret: FuzzedKeys.secret
        ), let session = try? ClientSession.decrypted(from: context, deviceKey: deviceKey)
    else { return 0 }
    let answer = LicenseAnswer(key: .random(), iv: .random())
    _ = try? ContentKeyContext.ckc(answering: context, session: session, answer: answer)
    return 0
}

/// The private keys of 1024 and 2048 bits that the seeds were made for, and the application secret key.
private enum FuzzedKeys {
    static let keys: [SPCVersion: PrivateKey] = {
        var keys: [SPCVersion: PrivateKey] = [:]
        for (version, text) in [(SPCVersion.one, key1024), (.two, key2048)] {
            let der = Base64.decode(text, .whiteSpace) ?? []
            keys[version] = try? PrivateKey(reading: SecretBytes(copying: der), minimumSize: .bits1024)
        }
        precondition(keys.count == 2)
        return keys
    }()

    static let secret: ApplicationSecretKey = {
        guard let secret = try? ApplicationSecretKey(reading: SecretBytes(copying: [UInt8](0x40..<0x50)))
        else {
            fatalError("The application secret key of the seeds is not read")
        }
        return secret
    }()

    private static let key1024 = """
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

    private static let key2048 = """
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
}
