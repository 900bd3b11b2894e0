import Failures
import KeyStore
import Testing

/// Names of stores, and default locations.
struct KeyStoreLocationTests {
    @Test(arguments: [
        ("sqlite:keys.sqlite", "keys.sqlite"), ("sqlite:/srv/a b/keys", "/srv/a b/keys"),
        ("SQLite:/srv/keys", "/srv/keys"), ("sqlite:///srv/keys", "/srv/keys"),
        ("sqlite:////srv/keys", "/srv/keys"), ("sqlite:a:b?c=d", "a:b?c=d"),
    ])
    func `Names are read`(text: String, path: String) throws {
        #expect(try KeyStoreLocation(parsing: text) == .sqlite(path: path))
    }

    @Test(arguments: [
        "", "keys.sqlite", "sqlite:", "sqlite://host/keys", "sqlite://", "sqlite::memory:", "sqlite:a\0b",
        "sqlite:a\nb",
        "postgresql:host/secret", "postgres:", "postgresql://user:secret@host/a\nb",
        "mysql://user:secret@host", ":", "secret@host:1",
    ])
    func `Other names are refused without repeating what may be a password`(text: String) {
        let error = #expect(throws: RunFailure.self) { try KeyStoreLocation(parsing: text) }
        #expect(error?.failureClass == .usage)
        #expect(error?.description.contains("secret") == false)
        #expect(error?.description.contains("::") == false)
    }

    @Test(arguments: [
        (
            "postgresql://user:secret@host:5433/db?sslmode=require&password=secret",
            "postgresql://host:5433/db"
        ),
        ("postgres://host/db", "postgresql://host/db"),
        ("PostgreSQL://user:se/cret@secret@[::1]:5433/db#secret", "postgresql://[::1]:5433/db"),
        ("postgresql:///db?host=/run/postgresql", "postgresql:///db"),
    ])
    func `PostgreSQL is named without user, password and parameters`(text: String, label: String) throws {
        let location = try KeyStoreLocation(parsing: text)
        #expect(location.label == label)
        var dumped = "\(location) \([location]) \(String(reflecting: location))"
        dump([location], to: &dumped)
        #expect(dumped.contains(label) && !dumped.contains("secret"), "\(dumped)")
    }

    @Test(arguments: [
        (
            ["XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c", "HOME": "/h"], "/d/fairlead/keys.sqlite",
            "/c/fairlead/kek"
        ),
        (["HOME": "/h"], "/h/.local/share/fairlead/keys.sqlite", "/h/.config/fairlead/kek"),
        (
            ["XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "relative", "HOME": "/h"],
            "/h/.local/share/fairlead/keys.sqlite", "/h/.config/fairlead/kek"
        ),
    ])
    func `Default places follow the XDG variables`(environment: [String: String], store: String, kek: String)
        throws
    {
        #expect(try KeyStoreLocation.defaultStore(environment: environment) == .sqlite(path: store))
        #expect(try KeyStoreLocation.defaultKeyEncryptionKeyFile(environment: environment) == kek)
    }

    @Test(arguments: [[:], ["HOME": ""], ["HOME": "relative"]])
    func `Without a home there is no default`(environment: [String: String]) {
        #expect(throws: RunFailure.self) { try KeyStoreLocation.defaultStore(environment: environment) }
        #expect(throws: RunFailure.self) {
            try KeyStoreLocation.defaultKeyEncryptionKeyFile(environment: environment)
        }
    }
}
