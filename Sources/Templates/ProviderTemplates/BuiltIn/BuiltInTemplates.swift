/// The onboarding templates that are compiled into the program.
enum BuiltInTemplates {
    /// The name and the YAML text of each template, in the order in which they are listed.
    static let all: [(name: String, yaml: [UInt8])] = [
        ("content-id", PackageResources.content_id_yaml),
        ("content-id-track", PackageResources.content_id_track_yaml),
        ("content-id-bare", PackageResources.content_id_bare_yaml),
        ("entitlement", PackageResources.entitlement_yaml),
        ("entitlement-verbatim", PackageResources.entitlement_verbatim_yaml),
        ("https-key", PackageResources.https_key_yaml),
        ("aes-128-https", PackageResources.aes_128_https_yaml),
        ("verbatim", PackageResources.verbatim_yaml),
        ("adobe-offline-packager", PackageResources.adobe_offline_packager_yaml),
        ("apple-sample", PackageResources.apple_sample_yaml),
        ("axinom", PackageResources.axinom_yaml),
        ("axinom-iv", PackageResources.axinom_iv_yaml),
        ("azure-media-services", PackageResources.azure_media_services_yaml),
        ("bitmovin", PackageResources.bitmovin_yaml),
        ("buydrm-keyos", PackageResources.buydrm_keyos_yaml),
        ("doverunner-rotating", PackageResources.doverunner_rotating_yaml),
        ("doverunner-vod", PackageResources.doverunner_vod_yaml),
        ("drmtoday", PackageResources.drmtoday_yaml),
        ("drmtoday-rotating", PackageResources.drmtoday_rotating_yaml),
        ("expressplay", PackageResources.expressplay_yaml),
        ("expressplay-token", PackageResources.expressplay_token_yaml),
        ("expressplay-rotation-sample", PackageResources.expressplay_rotation_sample_yaml),
        ("ezdrm", PackageResources.ezdrm_yaml),
        ("irdeto", PackageResources.irdeto_yaml),
        ("mediaconvert", PackageResources.mediaconvert_yaml),
        ("mux", PackageResources.mux_yaml),
        ("nagra-ssp", PackageResources.nagra_ssp_yaml),
        ("shaka-packager", PackageResources.shaka_packager_yaml),
        ("speke", PackageResources.speke_yaml),
    ]

    /// Returns the YAML text of the template with this name, or nil if there is none.
    static func yaml(named name: String) -> [UInt8]? { all.first { $0.name == name }?.yaml }

    /// The JSON Schema of template files, for editors.
    static let schema: [UInt8] = PackageResources.template_schema_json
}
