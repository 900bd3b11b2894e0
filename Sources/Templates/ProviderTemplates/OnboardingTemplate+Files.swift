import Foundation
import TextFormats

extension OnboardingTemplate {
    /// Reads a template file, and the files beside it that it extends.
    ///
    /// At most `maximumBytes` and one byte of each are read, whatever kind of file the path names.
    static func load(file path: String) throws(OnboardingTemplateError) -> OnboardingTemplate {
        try OnboardingTemplate(yaml: read(path), source: path, folder: folder(of: path))
    }

    /// Indicates whether a name is that of a template file, and not of a built-in template.
    static func isFileName(_ name: String) -> Bool {
        name.hasSuffix(".yaml") || name.hasSuffix(".yml")
    }

    static func read(_ path: String) throws(OnboardingTemplateError) -> [UInt8] {
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            return Array(try file.read(upToCount: maximumBytes + 1) ?? Data())
        } catch let error as CocoaError where [.fileReadNoSuchFile, .fileNoSuchFile].contains(error.code) {
            throw OnboardingTemplateError(at: TextLocation(in: path), .notFound)
        } catch {
            throw OnboardingTemplateError(at: TextLocation(in: path), .unreadable(error.localizedDescription))
        }
    }
}
