// The one place that sees libpq's headers; the target PostgreSQLClient is its only importer.
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

#include "../CSharedLibrary/table.h"

// The functions that are used.
#define FAIRLEAD_LIBPQ(EACH) \
    EACH(PQclear) EACH(PQcmdStatus) EACH(PQcmdTuples) EACH(PQconndefaults) EACH(PQconnectPoll) \
    EACH(PQconnectStartParams) EACH(PQconnectionNeedsPassword) EACH(PQconninfoFree) EACH(PQconninfoParse) \
    EACH(PQconsumeInput) EACH(PQenterPipelineMode) EACH(PQerrorMessage) EACH(PQexitPipelineMode) \
    EACH(PQfformat) EACH(PQfinish) EACH(PQflush) EACH(PQftype) EACH(PQgetResult) EACH(PQgetisnull) \
    EACH(PQgetlength) EACH(PQgetvalue) EACH(PQisBusy) EACH(PQnfields) EACH(PQntuples) EACH(PQpipelineSync) \
    EACH(PQresultErrorField) EACH(PQresultErrorMessage) EACH(PQresultStatus) EACH(PQsendPrepare) \
    EACH(PQsendQuery) EACH(PQsendQueryParams) EACH(PQsendQueryPrepared) EACH(PQsetErrorVerbosity) \
    EACH(PQsetNoticeProcessor) EACH(PQsetnonblocking) EACH(PQsocket) EACH(PQstatus) \
    EACH(PQtransactionStatus)

FAIRLEAD_LIBRARY(fairlead_libpq, FAIRLEAD_LIBPQ)
