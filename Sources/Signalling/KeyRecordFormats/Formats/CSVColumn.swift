/// The columns of the CSV format, in the order of the header.
enum CSVColumn: String, CaseIterable {
    case assetID = "asset_id"
    case assetIDHex = "asset_id_hex"
    case assetIDRule = "asset_id_rule"
    case keyID = "key_id"
    case key
    case iv
    case scheme
    case contentType = "content_type"
    case securityLevel = "security_level"
    case hdcp
    case leaseSeconds = "lease_seconds"
    case rentalSeconds = "rental_seconds"
    case playbackSeconds = "playback_seconds"
    case offlineStreamID = "offline_stream_id"
    case offlineTitleID = "offline_title_id"
    case contentID = "content_id"
    case track
    case period
    case generation
    case method
    case keyFormat = "key_format"
    case keyFormatVersions = "key_format_versions"
    case keyURI = "key_uri"
    case state
}
