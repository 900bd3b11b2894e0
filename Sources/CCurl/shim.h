// The one place that sees libcurl's headers; the target HTTPTransfers is its only importer.
#include <curl/curl.h>

// curl_easy_setopt and curl_easy_getinfo take any type, which Swift cannot call: one function a type.
static inline CURLcode fairlead_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode fairlead_curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
    return curl_easy_setopt(handle, option, value);
}
