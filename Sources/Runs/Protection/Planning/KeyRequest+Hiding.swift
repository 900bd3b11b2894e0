import Ciphers
package import KeyStore
import KeyURITemplates
import Presentations

extension KeyRequest {
    /// Hides from now on what is secret of the URIs that stored keys have by this request's template: nobody renders those of a
    /// title that is done.
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
            // What does not render for a key was not signalled with it.
            _ = try? TemplateURI.render(template, variables)
        }
    }
}
