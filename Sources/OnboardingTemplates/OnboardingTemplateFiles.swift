internal import Foundation

extension OnboardingTemplate {
    /// Reads a template file.
    ///
    /// No more than `maximumBytes` and one byte are read, whatever the path leads to.
    package static func load(file path: String) throws(OnboardingTemplateError) -> OnboardingTemplate {
        try OnboardingTemplate(yaml: read(path), source: path)
    }

    private static func read(_ path: String) throws(OnboardingTemplateError) -> [UInt8] {
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            return Array(try file.read(upToCount: maximumBytes + 1) ?? Data())
        } catch let error as CocoaError where [.fileReadNoSuchFile, .fileNoSuchFile].contains(error.code) {
            throw OnboardingTemplateError(source: path, problem: .notFound)
        } catch {
            throw OnboardingTemplateError(source: path, problem: .unreadable(error.localizedDescription))
        }
    }
}
