import Presentations
import SampleEncryption

/// Computes the sizes of fMP4 initialization sections, which depend on the signalling of their keys.
///
/// Then all offsets in fMP4 files are final: that of every byte is known before one is written.
struct SectionSizes {
    private let protector: SectionProtector
    private let files: SourceFiles

    /// - Parameters:
    ///   - lines: the source of the `pssh` boxes and key ids.
    ///   - files: the source files of the presentation.
    init(_ lines: KeyLines, of files: SourceFiles) {
        protector = SectionProtector(lines: lines)
        self.files = files
    }

    /// Sets the sizes of the sections in a layout, and the offsets of everything after them.
    func setSizes(_ layout: inout MediaLayout, of presentation: Presentation) throws(PresentationError) {
        var transformations: [(index: Int, transformation: MediaResource.Transformation?)] = []
        for (index, resource) in layout.resources.enumerated() {
            guard case .section(let protection) = resource.protection else { continue }
            transformations.append((index, try transformation(of: resource, protection)))
        }
        layout.applyTransformations(transformations, in: presentation)
    }

    private func transformation(
        of resource: MediaResource,
        _ protection: SectionProtection
    ) throws(PresentationError) -> MediaResource.Transformation {
        do {
            let input = try ClearPartReader.open(resource, in: files)
            let clear = try SectionReader.bytes(of: resource, from: input)
            let (bytes, map) = try protector.protected(
                clear,
                protection,
                isFurtherForm: resource.isFurtherForm
            )
            return MediaResource.Transformation(outputLength: UInt64(bytes.count), map: map)
        } catch let error as SampleEncryptionError {
            throw .protection(.samples(MediaLocation(resource), error))
        } catch let error as PresentationError {
            throw error
        } catch {
            throw .fault(String(describing: error))
        }
    }
}
