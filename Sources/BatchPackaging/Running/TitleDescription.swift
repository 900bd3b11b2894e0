internal import Ciphers
internal import Foundation
import HLSPackaging
import KeyStore

/// Completes the report of a title whose result is there, as far as that is wanted.
struct TitleDescription {
    private let options: BatchOptions
    private let store: any KeyRecordStore
    private let cancellation: Cancellation

    init(_ options: BatchOptions, _ store: any KeyRecordStore, _ cancellation: Cancellation) {
        self.options = options
        self.store = store
        self.cancellation = cancellation
    }

    /// Adds digests, keys and renditions.
    ///
    /// - Parameters:
    ///   - report: what is completed.
    ///   - title: the title.
    ///   - playlist: the playlist of the result that a player opens.
    ///   - keyIDs: the keys of the result.
    /// - Throws: `PackagingError` for what cannot be read.
    func complete(
        _ report: inout TitleReport,
        of title: BatchTitle,
        playlist: String,
        keyIDs: [UUID]
    ) throws(PackagingError) {
        if options.takesDigests {
            let files = try PublishedFiles(in: title.output)
            report.output?.files = files.count
            report.output?.bytes = files.byteCount
            report.output?.sha256 = Hexadecimal.encode(try files.digest(cancellation))
            let inputs = try title.source.lookAtInputs().inputs
            report.input.sha256 = Hexadecimal.encode(try inputs.digest(cancellation))
        }
        if report.keys.isEmpty { report.keys = try keys(keyIDs, in: title.output) }
        guard options.describesRenditions else { return }
        let path = title.output + "/" + playlist
        report.take(try PublishedTree(playlist: path, root: title.output, cancellation: cancellation))
    }

    private func keys(_ keyIDs: [UUID], in tree: String) throws(PackagingError) -> [TitleReport.Key] {
        var keys: [TitleReport.Key] = []
        do throws(KeyStoreError) {
            for keyID in keyIDs {
                guard let record = try store.record(keyID: keyID) else { continue }
                let signalling = try store.signalling(of: keyID).last { $0.tree == tree }
                keys.append(
                    TitleReport.Key(
                        keyID: keyID.uuidString.lowercased(),
                        track: record.identity.track,
                        period: record.identity.period,
                        generation: record.identity.generation,
                        keyURI: signalling.map { KeyURIText.redacted($0.keyURI) } ?? ""
                    )
                )
            }
        } catch {
            throw .keyStore(error)
        }
        return keys
    }
}
