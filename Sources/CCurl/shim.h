// The one place that sees libcurl's headers; the target HTTPTransfers is its only importer.
#include <curl/curl.h>
#include <malloc.h>
#include <string.h>

// curl_easy_setopt and curl_easy_getinfo take any type, which Swift cannot call: one function a type.
static inline CURLcode fairlead_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode fairlead_curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode fairlead_curl_on_data(CURL *handle, curl_write_callback call, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, call);
    return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}
static inline CURLcode fairlead_curl_on_progress(CURL *handle, curl_xferinfo_callback call, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, call);
    return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
}
static inline CURLcode fairlead_curl_status(CURL *handle, long *status) {
    return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, status);
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
static inline CURLcode fairlead_curl_start(void) {
    return curl_global_init_mem(CURL_GLOBAL_DEFAULT, malloc, fairlead_curl_free, fairlead_curl_realloc, strdup, calloc);
}
