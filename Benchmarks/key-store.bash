# shellcheck shell=bash disable=SC2154
# Key stores, for Scripts/bench, which reads this: KeyStoreBenchmark over a SQLite file and over a PostgreSQL cluster of its own,
# both in a temporary folder on a disk, where commits wait for it.

[[ $records =~ ^[1-9][0-9]{3,}$ ]] || fail "--records is a number from 1000 on" 64
benchmark=$(build_benchmark KeyStoreBenchmark)

work=$(mktemp -d "${TMPDIR:-/tmp}/fairlead-bench.XXXXXX")
programs=$(find /usr/lib/postgresql -mindepth 1 -maxdepth 1 | sort -V | tail -n 1)/bin
# PostgreSQL refuses to be root.
as_owner=()
if ((EUID == 0)); then
    as_owner=(setpriv --reuid=postgres --regid=postgres --clear-groups)
    chmod 711 "$work"
    install --directory --owner=postgres --mode=700 "$work/postgresql"
else
    mkdir "$work/postgresql"
fi
postgresql() { (cd / && LC_ALL=C.UTF-8 "${as_owner[@]}" "$programs/$1" "${@:2}" >/dev/null); }

end() {
    [[ ! -e $work/postgresql/data/postmaster.pid ]] || postgresql pg_ctl stop -s -m immediate -D "$work/postgresql/data"
    rm -rf "$work"
}
trap end EXIT

# A socket in the folder, no port: several may run at once.
postgresql initdb -D "$work/postgresql/data" -U postgres --auth=trust -E UTF8 --locale=C.UTF-8
postgresql pg_ctl start -w -s -D "$work/postgresql/data" -l "$work/postgresql/log" \
    -o "-c listen_addresses='' -c unix_socket_directories='$work/postgresql' -c shared_buffers=256MB"

"$benchmark" "$records" "${json:--}" "sqlite:$work/keys.sqlite" \
    "postgresql:///postgres?host=$work/postgresql&user=postgres"
