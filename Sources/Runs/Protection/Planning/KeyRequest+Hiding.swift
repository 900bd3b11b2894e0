import Ciphers
package import KeyStore
import KeyURITemplates
import Presentations

extension KeyRequest {
    /// Renders the key URIs of stored keys, so that messages hide the secrets in them.
    ///
    /// For a title that needs no work, nothing else renders them.
    package func hideURIs(of records: [KeyRecord]) {
        for record in records {
            var variables = variables
            variables.setKey(
                track: record.identity.track,
                period: record.identity.period,
                generation: record.identity.generation,
                keyID: record.keyID,
                iv: record.iv.bytes
            )
            // A URI that cannot be rendered for a key was never signalled for it.
            _ = try? TemplateURI.render(template, variables)
        }
    }
}
