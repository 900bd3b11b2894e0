// The one place that sees libcurl's headers; the target HTTPTransfers is its only importer.
#include <curl/curl.h>
#include <malloc.h>
#include <string.h>

#include "../CSharedLibrary/table.h"

// The functions that are used.
#define FAIRLEAD_LIBCURL(EACH) \
    EACH(curl_easy_cleanup) EACH(curl_easy_getinfo) EACH(curl_easy_init) EACH(curl_easy_nextheader) \
    EACH(curl_easy_perform) EACH(curl_easy_setopt) EACH(curl_easy_strerror) EACH(curl_free) \
    EACH(curl_global_init_mem) EACH(curl_slist_append) EACH(curl_slist_free_all) EACH(curl_url) \
    EACH(curl_url_cleanup) EACH(curl_url_get) EACH(curl_url_set)

// Its macros of the same names check types, and call what is not linked.
#undef curl_easy_getinfo
#undef curl_easy_setopt
FAIRLEAD_LIBRARY(fairlead_libcurl, FAIRLEAD_LIBCURL)

// curl_easy_setopt and curl_easy_getinfo take any type, which Swift cannot call: one function a type.
static inline CURLcode fairlead_curl_set_long(fairlead_libcurl library, CURL *handle, CURLoption option, long value) {
    return library.curl_easy_setopt(handle, option, value);
}
static inline CURLcode fairlead_curl_set_pointer(
    fairlead_libcurl library, CURL *handle, CURLoption option, const void *value
) {
    return library.curl_easy_setopt(handle, option, value);
}
static inline CURLcode fairlead_curl_on_data(
    fairlead_libcurl library, CURL *handle, curl_write_callback call, void *context
) {
    CURLcode code = library.curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, call);
    return code != CURLE_OK ? code : library.curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}
static inline CURLcode fairlead_curl_on_progress(
    fairlead_libcurl library, CURL *handle, curl_xferinfo_callback call, void *context
) {
    CURLcode code = library.curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, call);
    return code != CURLE_OK ? code : library.curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
}
static inline CURLcode fairlead_curl_status(fairlead_libcurl library, CURL *handle, long *status) {
    return library.curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, status);
}

// libcurl's buffers hold answers, and so keys, and requests with tokens: they are wiped when they are freed.
static inline void fairlead_curl_free(void *bytes) {
    if (bytes) explicit_bzero(bytes, malloc_usable_size(bytes));
    free(bytes);
}
static inline void *fairlead_curl_realloc(void *bytes, size_t size) {
    size_t before = bytes ? malloc_usable_size(bytes) : 0;
    void *larger = malloc(size ? size : 1);
    if (!larger) return NULL;
    memcpy(larger, bytes ? bytes : "", before < size ? before : size);
    fairlead_curl_free(bytes);
    return larger;
}
static inline CURLcode fairlead_curl_start(fairlead_libcurl library) {
    return library.curl_global_init_mem(
        CURL_GLOBAL_DEFAULT, malloc, fairlead_curl_free, fairlead_curl_realloc, strdup, calloc);
}
