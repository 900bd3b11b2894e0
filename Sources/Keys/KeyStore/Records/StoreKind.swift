/// The kind of a store, which is fixed when it is created.
package enum StoreKind: String, CaseIterable, Sendable {
    /// For tests: commands with `--require-production` refuse its keys.
    case test
    /// For titles that are sold.
    case production
}
