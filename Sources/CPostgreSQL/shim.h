// The one place that sees libpq's headers; the target PostgreSQLClient is its only importer.
#include <libpq-fe.h>
