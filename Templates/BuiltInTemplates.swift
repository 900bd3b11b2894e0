/// The onboarding templates that are compiled into the program.
package enum BuiltInTemplates {
    /// The name and the YAML text of each template, in the order in which they are listed.
    package static let all: [(name: String, yaml: [UInt8])] = [
        ("content-id", PackageResources.content_id_yaml),
        ("content-id-track", PackageResources.content_id_track_yaml),
        ("content-id-bare", PackageResources.content_id_bare_yaml),
        ("entitlement", PackageResources.entitlement_yaml),
        ("entitlement-verbatim", PackageResources.entitlement_verbatim_yaml),
        ("https-key", PackageResources.https_key_yaml),
    ]
}
