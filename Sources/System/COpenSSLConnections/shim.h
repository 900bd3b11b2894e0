// The one place that sees OpenSSL's headers of TLS; the target LoopbackServers is its only importer.
#ifndef FAIRLEAD_OPENSSL_CONNECTIONS_H
#define FAIRLEAD_OPENSSL_CONNECTIONS_H

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

// What follows wraps macros, which Swift does not see.

// HTTP/1.1 for a client that names the protocols it speaks; one that names others is refused (RFC 7301 section 3.2).
static inline int fairlead_choose_protocol(
    SSL *connection,
    const unsigned char **chosen,
    unsigned char *chosen_size,
    const unsigned char *offered,
    unsigned int offered_size,
    void *argument
) {
    static const unsigned char http[] = "\x08http/1.1";
    unsigned char *found = NULL;
    (void)connection;
    (void)argument;
    if (SSL_select_next_proto(&found, chosen_size, http, sizeof http - 1, offered, offered_size) != OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_ALERT_FATAL;
    *chosen = found;
    return SSL_TLSEXT_ERR_OK;
}

// A context of servers for TLS 1.2 or later, whose clients do not come back to a session; NULL if there is no memory.
static inline SSL_CTX *fairlead_server_context(void) {
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (context == NULL) return NULL;
    if (SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) != 1 || SSL_CTX_set_num_tickets(context, 0) != 1) {
        SSL_CTX_free(context);
        return NULL;
    }
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET);
    // Buffers of a silent connection are given back: there may be thousands.
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_alpn_select_cb(context, fairlead_choose_protocol, NULL);
    return context;
}

// Sends `certificate` along behind that of the server: 1, or 0 if there is no memory. The caller keeps its reference.
static inline int fairlead_add_authority(SSL_CTX *context, X509 *certificate) {
    return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

// Gives no passphrase: OpenSSL would ask for it on the terminal.
static inline int fairlead_no_passphrase(char *buffer, int size, int is_writing, void *argument) {
    (void)buffer;
    (void)size;
    (void)is_writing;
    (void)argument;
    return -1;
}

#endif
