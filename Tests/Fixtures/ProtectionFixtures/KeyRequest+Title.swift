import KeyStore
import KeyURITemplates
package import Protection

extension KeyRequest {
    package init(
        _ contentID: String = "movie-42",
        uri: String = "skd://{content_id}/{track}/{period}/{generation}",
        isNewGeneration: Bool = false,
        providedKey: ProvidedKey? = nil
    ) throws {
        self.init(
            contentID: try ContentID(contentID),
            template: try KeyURITemplate(parsing: uri),
            variables: TemplateVariables(contentID: contentID),
            isNewGeneration: isNewGeneration,
            providedKey: providedKey
        )
    }
}
