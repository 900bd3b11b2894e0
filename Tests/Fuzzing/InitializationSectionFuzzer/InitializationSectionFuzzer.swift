import Bitstreams
import CommonEncryption
import ISOBaseMedia
import ProtectionTerms
import SampleEncryption

/// Reads bytes as an initialization section, protects it and restores the clear one.
///
/// The first byte selects the protection. Checks that the restored section equals the original byte for byte;
/// that the protected one describes the same movie except for the encryption; and that a clear section is its
/// own clear form.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzInitializationSection(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count >= 1 else { return 0 }
    let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    let bytes = Array(input.dropFirst())
    do throws(SampleEncryptionError) {
        let section = try InitializationSection(bytes)
        guard !section.movie.isEncrypted else {
            checkEncrypted(section)
            return 0
        }
        let unchanged = try section.clear()
        precondition(unchanged == bytes)
        let protected = try section.protected(protection(input[0]))
        let again = try InitializationSection(protected)
        let clear = try again.clear()
        precondition(clear == bytes)
        precondition(again.movie.isEncrypted == section.movie.hasProtectableTracks)
        if input[0] & 2 == 0 { precondition(withoutEncryption(again.movie) == section.movie) }
    } catch {
        if case .malformed(let error) = error {
            precondition(error.offset <= UInt64(bytes.count), error.description)
        }
    }
    return 0
}

/// Checks that the clear form of an encrypted section, if it has one, is clear.
private func checkEncrypted(_ section: InitializationSection) {
    guard let clear = try? section.clear(), let again = try? InitializationSection(clear) else { return }
    precondition(!again.movie.isEncrypted)
    precondition((try? again.clear()) == clear)
}

private func withoutEncryption(_ movie: MovieFormat) -> MovieFormat {
    var movie = movie
    for track in movie.tracks.indices {
        for entry in movie.tracks[track].entries.indices {
            movie.tracks[track].entries[entry].encryption = nil
        }
    }
    return movie
}

private func protection(_ choice: UInt8) -> InitializationSection.Protection {
    let header = ProtectionSystemSpecificHeaderBox(
        systemID: [UInt8](repeating: 7, count: 16),
        data: [1, 2, 3]
    )
    return InitializationSection.Protection(
        scheme: choice & 1 == 0 ? .cbcs : .cenc,
        keyID: [UInt8](0xA0...0xAF),
        constantIV: [UInt8](0x10...0x1F),
        keepsClearEntries: choice & 2 != 0,
        systemHeaders: [[UInt8]](repeating: header.bytes, count: Int(choice >> 2 & 3))
    )
}
