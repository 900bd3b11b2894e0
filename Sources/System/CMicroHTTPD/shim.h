// The one place that sees libmicrohttpd's header; the target LoopbackServers is its only importer.
#include <arpa/inet.h>
#include <malloc.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../CSharedLibrary/table.h"

// The functions that are used.
#define FAIRLEAD_LIBMICROHTTPD(EACH) \
    EACH(MHD_add_response_header) EACH(MHD_create_response_from_buffer_with_free_callback_cls) \
    EACH(MHD_destroy_response) EACH(MHD_get_connection_info) EACH(MHD_get_connection_values_n) EACH(MHD_get_daemon_info) \
    EACH(MHD_is_feature_supported) EACH(MHD_queue_response) EACH(MHD_start_daemon) EACH(MHD_stop_daemon)

FAIRLEAD_LIBRARY(fairlead_libmicrohttpd, FAIRLEAD_LIBMICROHTTPD)

// The first message of the library's, which says why a server does not start. It has to live as long as the server.
typedef struct {
    int taken;
    char text[200];
} fairlead_mhd_reason;

__attribute__((format(printf, 2, 0)))
static inline void fairlead_mhd_log(void *reason, const char *format, va_list arguments) {
    fairlead_mhd_reason *first = reason;
    if (__atomic_exchange_n(&first->taken, 1, __ATOMIC_SEQ_CST) == 0)
        vsnprintf(first->text, sizeof first->text, format, arguments);
}

// What a server is started with; `certificate` and `key` are PEM text that ends with a zero byte, or NULL for http.
typedef struct {
    uint16_t port;
    unsigned int connections;
    unsigned int connection_bytes;
    unsigned int silent_seconds;
    const char *certificate;
    const char *key;
    void *context;
    void *(*on_target)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_AcceptPolicyCallback on_client;
    MHD_AccessHandlerCallback on_access;
    MHD_NotifyConnectionCallback on_connection;
    fairlead_mhd_reason *reason;
} fairlead_mhd_settings;

// MHD_start_daemon takes options of any type, which Swift cannot call. It listens on 127.0.0.1 alone. The library copies address and
// key while it starts.
static inline struct MHD_Daemon *fairlead_mhd_start(
    fairlead_libmicrohttpd library, const fairlead_mhd_settings *settings
) {
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons(settings->port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct MHD_OptionItem secure[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)settings->certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)settings->key},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)"NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem clear[] = {{MHD_OPTION_END, 0, NULL}};
    unsigned int flags = MHD_USE_POLL_INTERNAL_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_ITC | MHD_USE_ERROR_LOG;
    if (settings->key) flags |= MHD_USE_TLS;
    // The logger has to be the first option.
    return library.MHD_start_daemon(
        flags, settings->port, settings->on_client, settings->context, settings->on_access, settings->context,
        MHD_OPTION_EXTERNAL_LOGGER, fairlead_mhd_log, settings->reason,
        MHD_OPTION_SOCK_ADDR, &address,
        MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_CONNECTION_LIMIT, settings->connections,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)settings->connection_bytes,
        MHD_OPTION_CONNECTION_TIMEOUT, settings->silent_seconds,
        MHD_OPTION_URI_LOG_CALLBACK, settings->on_target, settings->context,
        MHD_OPTION_NOTIFY_CONNECTION, settings->on_connection, settings->context,
        MHD_OPTION_ARRAY, settings->key ? secure : clear, MHD_OPTION_END);
}

// MHD_get_daemon_info and MHD_get_connection_info take any type, too. 0 where the server has no port.
static inline uint16_t fairlead_mhd_port(fairlead_libmicrohttpd library, struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *found = library.MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return found ? found->port : 0;
}

// What the notification of a new connection left in its context.
static inline void *fairlead_mhd_context(fairlead_libmicrohttpd library, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *found =
        library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return found ? found->socket_context : NULL;
}

// The socket of a connection, or -1.
static inline int fairlead_mhd_socket(fairlead_libmicrohttpd library, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *found =
        library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return found ? found->connect_fd : -1;
}

// Bodies of responses hold keys: they are wiped when they have been sent.
static inline void fairlead_mhd_free(void *bytes) {
    if (bytes) explicit_bzero(bytes, malloc_usable_size(bytes));
    free(bytes);
}

// A response with a copy of `bytes`, or NULL where there is no memory.
static inline struct MHD_Response *fairlead_mhd_response(
    fairlead_libmicrohttpd library, const void *bytes, size_t count
) {
    void *copy = malloc(count ? count : 1);
    if (!copy) return NULL;
    if (count) memcpy(copy, bytes, count);
    struct MHD_Response *response =
        library.MHD_create_response_from_buffer_with_free_callback_cls(count, copy, fairlead_mhd_free, copy);
    if (!response) fairlead_mhd_free(copy);
    return response;
}
